"""Asks through the official `openai` client: `openai_client.py PROGRAM INDEX [--model NAME]`, where INDEX is one of
corpus/. With a model that is named, what its answers say is not checked: it may be too small to say anything right.
"""

import base64
import json
import struct
import sys

import openai
from serving import Server, check

QUESTION = "Where is the main stopcock for the water?"
PLACE = "home/house-manual.md"
IS_ABLE = "--model" not in sys.argv


def chat(client):
    answer = client.chat.completions.create(model="notes", messages=[{"role": "user", "content": QUESTION}])
    message = answer.choices[0].message
    check(PLACE in message.content, f"the sources are not in the text: {message.content}")
    check(message.annotations, "no annotations")
    for note in message.annotations:
        citation = note.url_citation
        mark = message.content[citation.start_index:citation.end_index]
        check(mark.startswith("[") and citation.title.startswith(PLACE), f"an annotation of {mark!r}: {citation}")
    check(answer.usage.total_tokens == answer.usage.prompt_tokens + answer.usage.completion_tokens, "usage")
    return message.content


def streamed(client, whole):
    text, finish, annotations, usage = "", None, [], None
    stream = client.chat.completions.create(
        model="notes", messages=[{"role": "user", "content": QUESTION}], stream=True,
        stream_options={"include_usage": True})
    parts = sources = 0
    for chunk in stream:
        usage = chunk.usage or usage
        sources += len((chunk.model_extra or {}).get("sources") or [])
        if chunk.usage:
            continue
        choice = chunk.choices[0]
        text += choice.delta.content or ""
        parts += bool(choice.delta.content)
        annotations += (choice.delta.model_extra or {}).get("annotations") or []
        finish = choice.finish_reason or finish
    check(text == whole, f"the stream differs: {text!r} and {whole!r}")
    check(finish == "stop" and annotations and sources and usage.completion_tokens, "the end of the stream")
    check(parts > 3, f"the answer came in {parts} parts")


def conversation(client):
    first = {"role": "user", "content": QUESTION}
    answer = client.chat.completions.create(model="notes", messages=[first]).choices[0].message.content
    turns = [first, {"role": "assistant", "content": answer}, {"role": "user", "content": "What colour is its lever?"}]
    follow_up = client.chat.completions.create(model="notes", messages=turns).choices[0].message.content
    check(not IS_ABLE or "red" in follow_up.lower(), f"the follow-up: {follow_up}")


def model_alone(client, name):
    for prompt in ["### Task:\nGenerate a concise, 3-5 word title.\n### Chat History:\nUSER: the stopcock",
                   "Provide a concise, 5-word-or-less title for the conversation.\nUser: Where is the stopcock?"]:
        answer = client.chat.completions.create(
            model="notes", messages=[{"role": "user", "content": prompt}], max_tokens=12)
        check(PLACE not in answer.choices[0].message.content, "a title was searched for")
    answer = client.chat.completions.create(
        model=name, messages=[{"role": "user", "content": "Count: one, two, three, four, five, six."}],
        stop=["three"], max_tokens=40)
    check("three" not in answer.choices[0].message.content, f"the stop is in {answer.choices[0].message.content!r}")
    schema = {"type": "object", "properties": {"colour": {"type": "string", "enum": ["red", "blue"]}},
              "required": ["colour"], "additionalProperties": False}
    answer = client.chat.completions.create(
        model=name, messages=[{"role": "user", "content": "What colour is the sky on a clear day?"}],
        response_format={"type": "json_schema", "json_schema": {"name": "sky", "schema": schema}})
    check(json.loads(answer.choices[0].message.content)["colour"] in ("red", "blue"), "the schema is not kept")


def tools(client, name):
    tool = {"type": "function", "function": {
        "name": "read_temperature", "description": "Reads the temperature of a room in °C.",
        "parameters": {"type": "object", "properties": {"room": {"enum": ["attic", "cellar"]}}, "required": ["room"]}}}
    messages = [{"role": "user", "content": "How warm is it in the attic?"}]
    for stream in (False, True):
        answer = client.chat.completions.create(
            model=name, messages=messages, tools=[tool], tool_choice="required", stream=stream)
        if stream:
            calls = [call for chunk in answer for choice in chunk.choices for call in choice.delta.tool_calls or []]
        else:
            check(answer.choices[0].finish_reason == "tool_calls", "the reason to finish")
            calls = answer.choices[0].message.tool_calls
        call = calls[0]
        check(call.function.name == "read_temperature" and "room" in json.loads(call.function.arguments), f"{call}")
    messages += [
        {"role": "assistant", "tool_calls": [{"id": call.id, "type": "function", "function": {
            "name": call.function.name, "arguments": call.function.arguments}}]},
        {"role": "tool", "tool_call_id": call.id, "content": "31 °C"}]
    answer = client.chat.completions.create(model=name, messages=messages, tools=[tool], tool_choice="none")
    text = answer.choices[0].message.content
    check(not IS_ABLE or "31" in text, f"after the tool: {text!r}")


def responses(client):
    answer = client.responses.create(model="notes", input=QUESTION)
    check(answer.status == "completed" and PLACE in answer.output_text, f"the response: {answer.output_text}")
    check(answer.output[0].content[0].annotations[0].type == "url_citation", "the annotation of a response")
    kinds, text = [], ""
    with client.responses.stream(model="notes", input=QUESTION) as stream:
        for event in stream:
            kinds.append(event.type)
            if event.type == "response.output_text.delta":
                text += event.delta
        final = stream.get_final_response()
    check(text == final.output_text == answer.output_text, "the text of the streamed response")
    check(kinds[0] == "response.created" and kinds[-1] == "response.completed", f"the events {kinds}")


def embeddings(client):
    texts = ["The weather is lovely today.", "It's so sunny outside!"]
    answer = client.embeddings.create(model="notes", input=texts, encoding_format="float")
    first, second = (item.embedding for item in answer.data)
    cosine = sum(a * b for a, b in zip(first, second))
    check(len(first) == 384 and abs(cosine - 0.6660) < 0.001, f"the cosine is {cosine}")
    raw = client.embeddings.with_raw_response.create(model="notes", input=texts[0], encoding_format="base64")
    packed = base64.b64decode(json.loads(raw.content)["data"][0]["embedding"])
    check(all(abs(a - b) < 1e-6 for a, b in zip(struct.unpack("<384f", packed), first)), "the packed vector")


def errors(server, client, name):
    for arguments in [{"messages": []}, {"messages": [{"role": "x"}]}, {"messages": "x"}]:
        try:
            client.chat.completions.create(model=name, **arguments)
            raise AssertionError(f"no error for {arguments}")
        except openai.BadRequestError as error:
            check("messages" in str(error) or "role" in str(error), f"{error}")
    try:
        client.chat.completions.create(model="gpt-4o", messages=[{"role": "user", "content": "a"}])
        raise AssertionError("a model that is not there answers")
    except openai.NotFoundError as error:
        check(error.code == "model_not_found", f"{error.code}")
    try:
        openai.OpenAI(base_url=server.address + "/v1", api_key="wrong", max_retries=0).models.list()
        raise AssertionError("a wrong token is let in")
    except openai.AuthenticationError:
        pass


def main():
    with Server(*sys.argv[1:3], *sys.argv[3:]) as server:
        client = openai.OpenAI(base_url=server.address + "/v1", api_key=server.token, max_retries=0)
        names = [model.id for model in client.models.list()]
        check(names[0] == "notes" and len(names) == 2, f"the models {names}")
        streamed(client, chat(client))
        conversation(client)
        model_alone(client, names[1])
        tools(client, names[1])
        responses(client)
        embeddings(client)
        errors(server, client, names[1])
    print("openai_client: chats, tools, responses and vectors are as the official client wants them")


if __name__ == "__main__":
    main()
