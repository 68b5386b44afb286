"""Steps of the dynamic client, which reads the types from discovery."""

import tempfile

from kubernetes import client, dynamic

from custom import GROUP, PLURAL, VERSION, snake
from patches import wanted
from steps import SPACE, owners, until, without


def dynamically(on):
    # The default cache file would contain the discovery of another server.
    return dynamic.DynamicClient(on, cache_file=tempfile.mktemp(prefix="touchstone-"))


def maps_of(on):
    return dynamically(on).resources.get(api_version="v1", kind="ConfigMap")


def snakes_of(on):
    return dynamically(on).resources.get(api_version=f"{GROUP}/{VERSION}", kind="Snake")


def a_type(on):
    found = dynamically(on).resources.get(api_version="apps/v1", kind="Deployment")
    return [found.name, found.namespaced, sorted(found.verbs), found.short_names]


def a_type_that_is_not_there(on):
    return dynamically(on).resources.get(api_version="v1", kind="Absent").name


def create(on):
    body = {**wanted(a="1"), "metadata": {"name": "dynamic"}}
    return without(maps_of(on).create(body=body, namespace=SPACE).to_dict())


def create_with_an_unknown_field(on):
    body = {**wanted(a="1"), "metadata": {"name": "wrong"}, "dat": {}}
    maps = maps_of(on)
    return without(maps.create(body=body, namespace=SPACE, field_validation="Strict").to_dict())


def patch(on):
    changed = maps_of(on).patch(
        body={"metadata": {"name": "dynamic"}, "data": {"b": "1"}},
        namespace=SPACE,
        content_type="application/merge-patch+json",
    )
    return without(changed.to_dict())


def apply(on):
    body = {**wanted(c="1"), "metadata": {"name": "dynamic"}}
    maps = maps_of(on)
    changed = maps.server_side_apply(
        body=body, name="dynamic", namespace=SPACE, field_manager="one"
    )
    return owners(changed.to_dict())


def replace_what_is_stale(on):
    stale = {**wanted(a="1"), "metadata": {"name": "dynamic", "resourceVersion": "1"}}
    return without(maps_of(on).replace(body=stale, namespace=SPACE).to_dict())


def a_list(on):
    found = maps_of(on).get(namespace=SPACE, field_selector="metadata.name=dynamic")
    return [found.kind, [item.metadata.name for item in found.items]]


def a_watch(on):
    maps = maps_of(on)
    since = maps.get(namespace=SPACE).metadata.resourceVersion
    maps.delete(name="dynamic", namespace=SPACE)
    for event in maps.watch(namespace=SPACE, resource_version=since, timeout=20):
        return [event["type"], event["object"].metadata.name]


def what_is_gone(on):
    return maps_of(on).get(name="dynamic", namespace=SPACE).metadata.name


def a_custom_object(on):
    snakes = snakes_of(on)
    made = snakes.create(body=snake("dynamic", length=1), namespace=SPACE)
    status = {**made.to_dict(), "status": {"length": 1}}
    return without(snakes.status.replace(body=status, name="dynamic", namespace=SPACE).to_dict())


def the_end_of_a_type(on):
    api = client.ApiextensionsV1Api(on)
    name = f"{PLURAL}.{GROUP}"
    api.delete_custom_resource_definition(name)
    gone = f"metadata.name={name}"
    until(
        lambda: not api.list_custom_resource_definition(field_selector=gone).items,
        "the definition to be gone",
    )
    return without(snakes_of(on).get(namespace=SPACE).to_dict())


STEPS = [
    a_type,
    a_type_that_is_not_there,
    create,
    create_with_an_unknown_field,
    patch,
    apply,
    replace_what_is_stale,
    a_list,
    a_watch,
    what_is_gone,
    a_custom_object,
    the_end_of_a_type,
]
