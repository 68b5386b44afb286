"""Performs steps and formats their results."""

import json
import time

from kubernetes.client.rest import ApiException
from kubernetes.dynamic.exceptions import DynamicApiError

SPACE = "pythons"

NEVER_THE_SAME = ("uid", "resourceVersion", "creationTimestamp", "managedFields", "selfLink")


def taken(step, on):
    try:
        return text(step(on))
    except (ApiException, DynamicApiError) as refused:
        return refusal(refused)
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"


def refusal(refused):
    """Returns the parts of an error that programs can read."""
    body = refused.body.decode() if isinstance(refused.body, bytes) else refused.body
    try:
        said = json.loads(body)
    except ValueError:
        return text([type(refused).__name__, refused.status, body])
    causes = [
        f"{cause.get('reason')} {cause.get('field')}"
        for cause in said.get("details", {}).get("causes", [])
    ]
    kind = type(refused).__name__
    return text([kind, refused.status, said.get("reason"), said.get("message"), *causes])


def text(value):
    return json.dumps(value, sort_keys=True, default=str)


def shown(on, thing):
    """Returns an object without the values that each server chooses."""
    return without(on.sanitize_for_serialization(thing))


def without(document):
    metadata = document.get("metadata", {})
    kept = {key: value for key, value in metadata.items() if key not in NEVER_THE_SAME}
    return {**document, "metadata": kept}


def owners(thing):
    """Returns the managed fields of an object without their times, sorted."""
    metadata = thing["metadata"]
    kept = [
        {key: value for key, value in entry.items() if key != "time"}
        for entry in metadata.get("managedFields", [])
    ]
    return sorted(kept, key=text)


def until(condition, what, seconds=20):
    """Polls a condition until it returns a true value, and returns that."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    raise TimeoutError(what)
