"""Reads cases as JSON from standard input, one a line, and writes what they come to, one a line."""

import json
import sys

import figures
import fills

for line in sys.stdin:
    case = json.loads(line)
    candles, decisions, terms = case["candles"], case["decisions"], case["terms"]
    run = fills.run(candles, decisions, terms)
    report = figures.report(
        run,
        terms["capital"],
        candles,
        terms,
        case["variants"],
        case["shifts"],
        case["seed"],
        lambda shift: fills.profit_of_shift(candles, decisions, terms, shift),
    )
    print(json.dumps({"trades": run["trades"], "final_equity": run["equity"][-1], "report": report}))
