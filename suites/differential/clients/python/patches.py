"""Steps with patches of each type, and with server-side apply."""

from kubernetes import client

from steps import SPACE, owners, shown, without

STRATEGIC = "application/strategic-merge-patch+json"
MERGE = "application/merge-patch+json"
JSON = "application/json-patch+json"
APPLY = "application/apply-patch+yaml"


def patched(on, body, content_type, **options):
    api = client.AppsV1Api(on)
    return api.patch_namespaced_deployment(
        "web", SPACE, body, _content_type=content_type, **options
    )


def of_containers(containers):
    return {"spec": {"template": {"spec": {"containers": containers}}}}


def containers_of(deployment):
    return [[one.name, one.image] for one in deployment.spec.template.spec.containers]


def strategic(on):
    side = {"name": "side", "image": "registry.example/side:1"}
    return containers_of(patched(on, of_containers([side]), STRATEGIC))


def strategic_that_removes(on):
    return containers_of(patched(on, of_containers([{"name": "side", "$patch": "delete"}]), STRATEGIC))


def merge(on):
    web = {"name": "web", "image": "registry.example/web:2"}
    return containers_of(patched(on, of_containers([web]), MERGE))


def merge_that_removes(on):
    changed = patched(on, {"metadata": {"labels": {"a": "1", "b": None}}}, MERGE)
    return changed.metadata.labels


def json(on):
    path = "/spec/template/spec/containers/0/image"
    tested = {"op": "test", "path": path, "value": "registry.example/web:2"}
    replaced = {"op": "replace", "path": path, "value": "registry.example/web:3"}
    return containers_of(patched(on, [tested, replaced], JSON))


def json_of_what_is_not_there(on):
    return containers_of(patched(on, [{"op": "remove", "path": "/spec/absent/0"}], JSON))


def of_what_is_not_there(on):
    api = client.CoreV1Api(on)
    return shown(on, api.patch_namespaced_config_map("absent", SPACE, {"data": {"a": "1"}}))


def wanted(**data):
    metadata = {"name": "applied", "namespace": SPACE}
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": data}


def applied(on, body, manager, **options):
    api = client.CoreV1Api(on)
    made = api.patch_namespaced_config_map(
        "applied", SPACE, body, field_manager=manager, _content_type=APPLY, **options
    )
    document = on.sanitize_for_serialization(made)
    return [without(document).get("data"), owners(document)]


def apply(on):
    return applied(on, wanted(a="1", b="1"), "one")


def apply_of_another(on):
    return applied(on, wanted(b="1", c="1"), "two")


def apply_with_a_conflict(on):
    return applied(on, wanted(a="2"), "two")


def apply_with_force(on):
    return applied(on, wanted(a="2"), "two", force=True)


def apply_of_less(on):
    return applied(on, wanted(), "one")


def apply_in_a_dry_run(on):
    return applied(on, wanted(z="1"), "one", dry_run="All")


def apply_without_a_manager(on):
    return client.CoreV1Api(on).patch_namespaced_config_map(
        "applied", SPACE, wanted(a="1"), _content_type=APPLY
    )


def apply_of_a_deployment(on):
    body = {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "web"},
        **of_containers([{"name": "web", "env": [{"name": "A", "value": "1"}]}]),
    }
    changed = patched(on, body, APPLY, field_manager="one")
    return owners(on.sanitize_for_serialization(changed))


STEPS = [
    strategic,
    strategic_that_removes,
    merge,
    merge_that_removes,
    json,
    json_of_what_is_not_there,
    of_what_is_not_there,
    apply,
    apply_of_another,
    apply_with_a_conflict,
    apply_with_force,
    apply_of_less,
    apply_in_a_dry_run,
    apply_without_a_manager,
    apply_of_a_deployment,
]
