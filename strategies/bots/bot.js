// A small Guobiao bot for the Botzone protocol, JSON form: node bot.js
//
// It discards the tile just drawn and claims nothing: what a bot needs to say, and nothing more. The first line of
// input is the history as an object, every further line (when it is kept running) one request as a string.
const KEEP = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const value = JSON.parse(line);
  const request = typeof value === "string" ? value : value.requests[value.requests.length - 1];
  const [kind, tile] = request.split(" ");
  console.log(JSON.stringify({ response: kind === "2" ? `PLAY ${tile}` : "PASS" }) + "\n" + KEEP);
});
