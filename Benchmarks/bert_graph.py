"""Converts a BERT encoder with mean pooling from safetensors to ONNX, with ONNX Runtime's fused operators."""

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
    """Writes the graph and returns `path`. Inputs: ids, mask (batch, tokens), pool (batch, 1, tokens)."""
    with open(folder + "/config.json") as file:
        config = json.load(file)
    weights = dict(tensors(folder + "/model.safetensors"))
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
    e = "embeddings."
    x = node(
        "EmbedLayerNormalization",
        ["ids", "", weight(e + "word_embeddings.weight"),
         constant("places", weights[e + "position_embeddings.weight"] + weights[e + "token_type_embeddings.weight"][0]),
         "", weight(e + "LayerNorm.weight"), weight(e + "LayerNorm.bias"), "mask"],
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

    def value(name, kind, shape):
        return helper.make_tensor_value_info(name, kind, shape)

    graph = helper.make_graph(
        nodes, "encoder",
        [value("ids", TensorProto.INT32, ["batch", "tokens"]), value("mask", TensorProto.INT32, ["batch", "tokens"]),
         value("pool", TensorProto.FLOAT, ["batch", 1, "tokens"])],
        [value("means", TensorProto.FLOAT, ["batch", 1, config["hidden_size"]])], constants)
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid(FUSED, 1)]
    onnx.save(helper.make_model(graph, opset_imports=opsets, ir_version=8), path)
    return path
