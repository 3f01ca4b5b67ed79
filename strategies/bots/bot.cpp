// A small Guobiao bot for the Botzone protocol, plain text form, kept running. Build: g++ -O2 -o bot bot.cpp
//
// It discards lonely honours and terminals first, makes pongs and kongs of honours, and never wins: a start.
#include <algorithm>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace std;

static map<string, int> hand;   // own concealed tiles
static map<string, int> pongs;  // own pongs
static int me = 0;
static string last_tile;  // the last discard

static int rank_of(const string& tile) { return tile[1] - '0'; }

static int count_of(const string& tile) {
    auto found = hand.find(tile);
    return found == hand.end() ? 0 : found->second;
}

// How much a tile is worth keeping: pairs and neighbours.
static int worth(const string& tile) {
    int value = 8 * (count_of(tile) - 1);
    if (tile[0] == 'F' || tile[0] == 'J') return value;
    for (int step : {-2, -1, 1, 2}) {
        string other = tile;
        other[1] = char(tile[1] + step);
        if (other[1] >= '1' && other[1] <= '9' && count_of(other)) value += abs(step) == 1 ? 3 : 2;
    }
    return value + (rank_of(tile) > 2 && rank_of(tile) < 8);
}

static string loneliest() {
    string best;
    for (auto& [tile, count] : hand)
        if (count && (best.empty() || worth(tile) < worth(best))) best = tile;
    return best;
}

// What to say to a request. State changes only when the request says that something has happened.
static string answer(const string& request) {
    istringstream words(request);
    int kind;
    words >> kind;
    if (kind == 0) {
        words >> me;
        return "PASS";
    }
    if (kind == 1) {
        string skip, tile;
        for (int i = 0; i < 4; i++) words >> skip;
        for (int i = 0; i < 13 && words >> tile; i++) hand[tile]++;
        return "PASS";
    }
    if (kind == 2) {
        string tile;
        words >> tile;
        hand[tile]++;
        if (pongs.count(tile)) return "BUGANG " + tile;
        return "PLAY " + loneliest();
    }
    int who;
    string what, tile;
    words >> who >> what;
    if (what == "PLAY" || what == "PENG" || what == "CHI") {
        string middle;
        if (what == "CHI") words >> middle;
        words >> tile;
        if (who == me) {
            if (what == "PENG") {
                hand[last_tile] -= 2;
                pongs[last_tile]++;
            }
            hand[tile]--;
        }
        last_tile = tile;
        if (who != me && (tile[0] == 'F' || tile[0] == 'J') && count_of(tile) == 2) {
            hand[tile] -= 2;
            string out = loneliest();
            hand[tile] += 2;
            return "PENG " + out;
        }
    } else if (what == "BUGANG" && who == me) {
        words >> tile;
        hand[tile]--;
        pongs.erase(tile);
    }
    return "PASS";
}

int main() {
    string line;
    getline(cin, line);
    int turns = stoi(line);
    // The history: requests and our responses, then the open request. A fresh start in mid-game replays it.
    for (int i = 0; i < turns - 1; i++) {
        getline(cin, line);
        answer(line);
        getline(cin, line);
    }
    while (getline(cin, line)) {
        cout << answer(line) << "\n>>>BOTZONE_REQUEST_KEEP_RUNNING<<<" << endl;
    }
}
