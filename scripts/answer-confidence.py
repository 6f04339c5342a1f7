#!/usr/bin/env python3
"""Fits how likely a model's answers are right, from results of `rag eval --answers --layers --results`.

    scripts/answer-confidence.py --layer 20 results/*.jsonl

Prints how well each signal tells right answers from wrong ones in a set that it was not fitted to (the area under the
ROC curve, with 95 % bootstrap intervals), how many questions without an answer each refuses if it withholds 3 % of the
right answers, then the entry `confidence` of a model in models.json. Needs numpy.
"""
import argparse
import base64
import json

import numpy as np

RIDGE = 3.0  # of the layer's weights, times the mean of the kernel's diagonal
PENALTY = 0.01  # of the regression's weights, per example
WITHHELD = 0.03  # of the right answers, in the mean of the sets
ROUNDS = 1000  # of the bootstrap


def read(files):
    rows = {}
    for file in files:
        for line in open(file):
            result = json.loads(line)["result"]
            if result.get("activations") and result.get("signals"):
                rows.setdefault((result["set"], result["id"]), result)
    return list(rows.values())


def is_right(row):
    return row["isAnswerable"] and bool((row.get("match") or {}).get("isRight"))


def signals(row):
    """The signals of AnswerSignals that the regression uses, by name. Few yes/no questions are in the sets, too few to
    say what their margin tells."""
    known = row["signals"]
    log, tokens = known.get("logProbability") or 0.0, max(1, known["replyTokens"])
    margin, polar = known.get("margin") or 0.0, known["isPolar"]
    return {
        "margin": 0.0 if polar else margin,
        "polar": float(polar),
        "tokenLogProbability": max(-2.0, log / tokens),
        "logProbability": max(-15.0, log),
    }


def outputs(row, layer):
    values = np.frombuffer(base64.b64decode(row["activations"][f"answer {layer}"]), "<f4").astype(float)
    return values / np.linalg.norm(values)


def area(scores, labels):
    """The area under the ROC curve; ties count half."""
    order = np.argsort(scores)
    ranks = np.empty(len(scores))
    _, inverse, counts = np.unique(scores, return_inverse=True, return_counts=True)
    starts = np.cumsum(counts) - counts
    ranks = (starts + (counts - 1) / 2)[inverse]
    positive = labels.sum()
    if positive in (0, len(labels)):
        return float("nan")
    return (ranks[labels].sum() - positive * (positive - 1) / 2) / (positive * (len(labels) - positive))


def balance(sets, labels):
    """Weights that give each set, and right and wrong answers in it, the same share."""
    weights = np.zeros(len(labels))
    for name in np.unique(sets):
        for label in (False, True):
            part = (sets == name) & (labels == label)
            if part.any():
                weights[part] = 1 / part.sum()
    return weights / weights.sum()


def fit_layer(x, labels, weights):
    """A ridge regression of the labels on a layer's outputs, in its dual form."""
    mean, centre = weights @ x, weights @ labels
    root = np.sqrt(weights)[:, None]
    a, b = (x - mean) * root, (labels - centre) * root[:, 0]
    kernel = a @ a.T
    direction = a.T @ np.linalg.solve(kernel + RIDGE * np.trace(kernel) / len(b) * np.eye(len(b)), b)
    scale = np.sqrt(weights @ ((x - mean) @ direction) ** 2)
    return direction / scale, -(mean @ direction) / scale


def fit(x, labels, weights):
    """A logistic regression; returns the weights and the intercept."""
    weights = weights / weights.sum()
    mean = weights @ x
    spread = np.sqrt(weights @ (x - mean) ** 2) + 1e-9
    z = np.c_[(x - mean) / spread, np.ones(len(x))]
    b = np.zeros(z.shape[1])
    ridge = PENALTY * np.r_[np.ones(len(b) - 1), 1e-6]
    for _ in range(50):
        p = 1 / (1 + np.exp(-z @ b))
        hessian = (z * (weights * p * (1 - p))[:, None]).T @ z + np.diag(ridge)
        b += np.linalg.solve(hessian, z.T @ (weights * (labels - p)) - ridge * b)
    slopes = b[:-1] / spread
    return slopes, b[-1] - mean @ slopes


def layer_scores(x, labels, sets):
    """The layer's score of each answer, from a fit without the answer's set."""
    scores = np.zeros(len(labels))
    for name in np.unique(sets):
        others = sets != name
        direction, offset = fit_layer(x[others], labels[others].astype(float), balance(sets[others], labels[others]))
        scores[~others] = x[~others] @ direction + offset
    return scores


def left_out(x, labels, sets, layer=None):
    """The probability of each answer, from a fit without the answer's set, the layer's part of it included."""
    result = np.zeros(len(labels))
    for name in np.unique(sets):
        others = sets != name
        train, test = x[others], x[~others]
        if layer is not None:
            direction, offset = fit_layer(
                layer[others], labels[others].astype(float), balance(sets[others], labels[others]))
            train = np.c_[train, layer_scores(layer[others], labels[others], sets[others])]
            test = np.c_[test, layer[~others] @ direction + offset]
        even = np.array([1 / np.sum(sets == one) for one in sets[others]])
        slopes, intercept = fit(train, labels[others].astype(float), even)
        result[~others] = test @ slopes + intercept
    return result


def refusals(title, scores, labels, answerable, sets, rate=WITHHELD):
    """Prints the share of questions without an answer that are refused at the cut, and returns the cut."""
    every = np.unique(sets)
    share = np.array([1 / np.sum(labels & (sets == name)) for name in sets]) / len(every)
    order = [row for row in np.argsort(scores) if labels[row]]
    cut = scores[order[np.searchsorted(np.cumsum(share[order]), rate)]]
    refused = [np.mean(scores[~answerable & (sets == name)] < cut) for name in every]
    lost = [np.mean(scores[labels & (sets == name)] < cut) for name in every]
    line = "".join(f"{f'{100 * r:.0f} / {100 * l:.0f}':>14}" for r, l in zip(refused, lost))
    print(f"{title:30}{line}{100 * np.mean(refused):>5.0f} / {100 * np.mean(lost):.0f}")
    return cut


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layer", type=int, required=True)
    parser.add_argument("results", nargs="+")
    arguments = parser.parse_args()
    rows = read(arguments.results)
    names = list(signals(rows[0]))
    x = np.array([list(signals(row).values()) for row in rows])
    layer = np.stack([outputs(row, arguments.layer) for row in rows])
    labels = np.array([is_right(row) for row in rows])
    sets = np.array([row["set"] for row in rows])
    every = np.unique(sets)
    random = np.random.default_rng(0)
    draws = [
        np.concatenate([random.choice(np.flatnonzero(sets == name), np.sum(sets == name)) for name in every])
        for _ in range(ROUNDS)
    ]

    def mean_area(scores, rows):
        return np.nanmean([area(scores[part], labels[part]) for part in (rows[sets[rows] == name] for name in every)])

    compared = {
        "margin": np.array([row["signals"].get("margin") or 0.0 for row in rows]),
        "log-probability of a token": x[:, names.index("tokenLogProbability")],
        "gate": np.array([row["gateScore"] for row in rows]),
        "margin and log-probability": left_out(x, labels, sets),
        f"layer {arguments.layer}": layer_scores(layer, labels, sets),
        f"all, with layer {arguments.layer}": left_out(x, labels, sets, layer),
    }
    print(f"{'':30}" + "".join(f"{name[:13]:>14}" for name in every) + f"{'mean':>8}")
    print(f"{'answers, right':30}" + "".join(f"{np.sum(sets == n):>8} {labels[sets == n].sum():>5}" for n in every))
    sampled = {title: [mean_area(scores, draw) for draw in draws] for title, scores in compared.items()}
    for title, scores in compared.items():
        low, high = np.percentile(sampled[title], [2.5, 97.5])
        line = "".join(f"{area(scores[sets == name], labels[sets == name]):>14.2f}" for name in every)
        print(f"{title:30}{line}{mean_area(scores, np.arange(len(rows))):>8.3f} ({low:.3f} to {high:.3f})")
    *_, last = sampled
    gain = np.percentile(np.array(sampled[last]) - np.array(sampled["margin"]), [2.5, 97.5])
    print(f"{last}, less margin: {gain[0]:+.3f} to {gain[1]:+.3f}\n")

    # Yes/no questions are decided by another rule.
    plain = x[:, names.index("polar")] == 0
    answerable = np.array([row["isAnswerable"] for row in rows])
    before = [names.index("margin")]
    decided = {
        "margin": x[:, before[0]],
        f"margin and layer {arguments.layer}": left_out(x[:, before], labels, sets, layer),
    }
    print("refused without an answer / right answers withheld, %")
    for title, scores in decided.items():
        cut = 1 / (1 + np.exp(-refusals(title, scores[plain], labels[plain], answerable[plain], sets[plain])))

    direction, offset = fit_layer(layer, labels.astype(float), balance(sets, labels))
    scores = layer_scores(layer, labels, sets)
    even = np.array([1 / np.sum(sets == name) for name in sets])

    def regression(columns):
        slopes, intercept = fit(np.c_[x[:, columns], scores], labels.astype(float), even)
        used = [names[column] for column in columns] + ["layer"]
        return {
            "intercept": round(float(intercept), 4),
            "weights": {name: round(float(slope), 4) for name, slope in zip(used, slopes)},
        }

    step = np.abs(direction).max() / 32767
    entry = {
        "answer": regression(list(range(len(names)))),
        "refusal": {"prospect": regression(before), "refuseBelow": round(float(cut), 3)},
        "layer": {
            "number": arguments.layer,
            "offset": round(float(offset), 5),
            "step": float(f"{step:.6e}"),
            "weights": base64.b64encode(np.round(direction / step).astype("<i2").tobytes()).decode(),
        },
    }
    print(json.dumps(entry, indent=1))


main()
