"""Converts a BERT encoder or reranker from safetensors to ONNX, with ONNX Runtime's fused operators."""

import json
import struct

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

FUSED = "com.microsoft"


def tensors(path):
    with open(path, "rb") as file:
        data = file.read()
    start = 8 + struct.unpack("<Q", data[:8])[0]
    for name, entry in json.loads(data[8:start]).items():
        if entry.get("dtype") == "F32":
            first, last = (start + offset for offset in entry["data_offsets"])
            yield name, np.frombuffer(data[first:last], "<f4").reshape(entry["shape"])


def write(folder, path):
    """Writes the graph and returns `path`.

    Inputs: ids, mask (batch, tokens), pool (batch, 1, tokens); of a reranker also segments (batch, tokens). Output: means
    (batch, 1, width); of a reranker, scores (batch, 1, 1).
    """
    with open(folder + "/config.json") as file:
        config = json.load(file)
    weights = {name.removeprefix("bert."): tensor for name, tensor in tensors(folder + "/model.safetensors")}
    constants, nodes = [], []

    def constant(name, array):
        constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def weight(name):
        return constant(name, weights[name])

    def matrix(name):
        return constant(name, weights[name].T)

    def node(kind, inputs, output, domain=FUSED, outputs=(), **attributes):
        nodes.append(helper.make_node(kind, inputs, [output, *outputs], domain=domain, **attributes))
        return output

    epsilon = config["layer_norm_eps"]
    reranks = "classifier.weight" in weights
    e = "embeddings."
    places, segments = weights[e + "position_embeddings.weight"], weights[e + "token_type_embeddings.weight"]
    x = node(
        "EmbedLayerNormalization",
        ["ids", "segments" if reranks else "", weight(e + "word_embeddings.weight"),
         constant("places", places if reranks else places + segments[0]), constant("types", segments) if reranks else "",
         weight(e + "LayerNorm.weight"), weight(e + "LayerNorm.bias"), "mask"],
        "embedded", outputs=["lengths"], epsilon=epsilon)
    for i in range(config["num_hidden_layers"]):
        p = f"encoder.layer.{i}."
        parts = [p + f"attention.self.{part}." for part in ("query", "key", "value")]
        qkv = constant(p + "qkv", np.concatenate([weights[part + "weight"].T for part in parts], 1))
        bias = constant(p + "qkv.bias", np.concatenate([weights[part + "bias"] for part in parts]))
        mixed = node("Attention", [x, qkv, bias, "mask"], p + "mixed", num_heads=config["num_attention_heads"])

        def joined(source, name, residual, norm, output):
            product = node("MatMul", [source, matrix(name + ".weight")], output + ".product", domain="")
            return node(
                "SkipLayerNormalization",
                [product, residual, weight(norm + ".weight"), weight(norm + ".bias"), weight(name + ".bias")],
                output, epsilon=epsilon)

        x = joined(mixed, p + "attention.output.dense", x, p + "attention.output.LayerNorm", p + "attended")
        inner = node("MatMul", [x, matrix(p + "intermediate.dense.weight")], p + "inner", domain="")
        inner = node("BiasGelu", [inner, weight(p + "intermediate.dense.bias")], p + "active")
        x = joined(inner, p + "output.dense", x, p + "output.LayerNorm", p + "out")
    node("MatMul", ["pool", x], "means", domain="")
    if reranks:
        pooled = node("MatMul", ["means", matrix("pooler.dense.weight")], "pooled", domain="")
        pooled = node("Tanh", [node("Add", [pooled, weight("pooler.dense.bias")], "biased", domain="")], "active", domain="")
        product = node("MatMul", [pooled, matrix("classifier.weight")], "product", domain="")
        node("Add", [product, weight("classifier.bias")], "scores", domain="")

    def value(name, kind, shape):
        return helper.make_tensor_value_info(name, kind, shape)

    inputs = ["ids", "mask", "segments"] if reranks else ["ids", "mask"]
    output, width = ("scores", 1) if reranks else ("means", config["hidden_size"])
    graph = helper.make_graph(
        nodes, "encoder",
        [*(value(name, TensorProto.INT32, ["batch", "tokens"]) for name in inputs),
         value("pool", TensorProto.FLOAT, ["batch", 1, "tokens"])],
        [value(output, TensorProto.FLOAT, ["batch", 1, width])], constants)
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid(FUSED, 1)]
    onnx.save(helper.make_model(graph, opset_imports=opsets, ir_version=8), path)
    return path
