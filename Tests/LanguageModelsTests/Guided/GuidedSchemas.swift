/// Ten schemas for real models: every construct, and texts that a model likes to get wrong.
let guidedSchemas = ##"""
  {
    "person": {
      "type": "object",
      "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": 30},
        "age": {"type": "integer", "minimum": 0, "maximum": 120}
      },
      "required": ["name", "age"],
      "additionalProperties": false
    },
    "answer": {
      "type": "object",
      "properties": {
        "answer": {"type": "string", "maxLength": 120},
        "citations": {
          "type": "array",
          "items": {"type": "integer", "minimum": 1, "maximum": 5},
          "maxItems": 4
        }
      },
      "required": ["answer", "citations"],
      "additionalProperties": false
    },
    "mood": {"enum": ["happy", "sad", "angry", "calm"]},
    "date": {
      "type": "object",
      "properties": {
        "date": {
          "type": "string",
          "pattern": "^[12]\\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$"
        },
        "zone": {"type": "string", "pattern": "^[+-]\\d{2}:\\d{2}$"}
      },
      "required": ["date"],
      "additionalProperties": false
    },
    "measurement": {
      "type": "object",
      "properties": {
        "value": {"type": "number", "minimum": -40, "maximum": 56.7},
        "unit": {"const": "°C"},
        "error": {"type": "number", "exclusiveMinimum": 0, "maximum": 0.5}
      },
      "required": ["value", "unit", "error"],
      "additionalProperties": false
    },
    "order": {
      "$defs": {
        "item": {
          "type": "object",
          "properties": {
            "name": {"type": "string", "maxLength": 20},
            "count": {"type": "integer", "minimum": 1, "maximum": 99}
          },
          "required": ["name", "count"],
          "additionalProperties": false
        }
      },
      "type": "object",
      "properties": {
        "items": {
          "type": "array",
          "items": {"$ref": "#/$defs/item"},
          "minItems": 1,
          "maxItems": 4
        },
        "paid": {"type": "boolean"},
        "note": {"anyOf": [{"type": "string", "maxLength": 40}, {"type": "null"}]}
      },
      "required": ["items", "paid", "note"],
      "additionalProperties": false
    },
    "shape": {
      "oneOf": [
        {
          "type": "object",
          "properties": {"kind": {"const": "circle"}, "radius": {"type": "number", "minimum": 0}},
          "required": ["kind", "radius"],
          "additionalProperties": false
        },
        {
          "type": "object",
          "properties": {"kind": {"const": "square"}, "side": {"type": "number", "minimum": 0}},
          "required": ["kind", "side"],
          "additionalProperties": false
        }
      ]
    },
    "tree": {
      "type": "object",
      "properties": {
        "name": {"type": "string", "maxLength": 12},
        "children": {"type": "array", "items": {"$ref": "#/$defs/leaf"}, "maxItems": 3}
      },
      "required": ["name", "children"],
      "additionalProperties": false,
      "$defs": {
        "leaf": {
          "type": "object",
          "properties": {
            "name": {"type": "string", "maxLength": 12},
            "color": {"enum": ["green", "red"]}
          },
          "required": ["name"],
          "additionalProperties": false
        }
      }
    },
    "row": {
      "type": "array",
      "prefixItems": [
        {"type": "string", "pattern": "^[A-Z]{2}-\\d{4}$"},
        {"type": "integer"},
        {"type": "boolean"}
      ],
      "items": false,
      "minItems": 3
    },
    "profile": {
      "type": "object",
      "properties": {
        "email": {"type": "string", "pattern": "^[a-z]+@[a-z]+\\.(com|org)$", "maxLength": 30},
        "quote": {"type": "string", "minLength": 10, "maxLength": 60},
        "tags": {
          "type": "array",
          "items": {"type": "string", "minLength": 1, "maxLength": 10},
          "minItems": 2,
          "maxItems": 2
        },
        "score": {"type": ["integer", "null"]}
      },
      "required": ["quote", "tags"],
      "additionalProperties": false
    }
  }
  """##
