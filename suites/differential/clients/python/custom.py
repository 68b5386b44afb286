"""Steps with a custom type: its definition, its objects, and its deletion."""

from kubernetes import client

from steps import SPACE, owners, until, without

GROUP, VERSION, PLURAL = "python.example", "v1", "snakes"
PLACE = (GROUP, VERSION, SPACE, PLURAL)


def definition():
    spec = client.V1JSONSchemaProps(
        type="object",
        required=["length"],
        properties={
            "length": client.V1JSONSchemaProps(type="integer", minimum=1),
            "replicas": client.V1JSONSchemaProps(type="integer"),
            "colour": client.V1JSONSchemaProps(type="string", default="green"),
        },
    )
    status = client.V1JSONSchemaProps(
        type="object",
        properties={
            "length": client.V1JSONSchemaProps(type="integer"),
            "replicas": client.V1JSONSchemaProps(type="integer"),
        },
    )
    schema = client.V1JSONSchemaProps(type="object", properties={"spec": spec, "status": status})
    scale = client.V1CustomResourceSubresourceScale(
        spec_replicas_path=".spec.replicas", status_replicas_path=".status.replicas"
    )
    version = client.V1CustomResourceDefinitionVersion(
        name=VERSION,
        served=True,
        storage=True,
        schema=client.V1CustomResourceValidation(open_apiv3_schema=schema),
        subresources=client.V1CustomResourceSubresources(status={}, scale=scale),
    )
    names = client.V1CustomResourceDefinitionNames(plural=PLURAL, kind="Snake")
    return client.V1CustomResourceDefinition(
        api_version="apiextensions.k8s.io/v1",
        kind="CustomResourceDefinition",
        metadata=client.V1ObjectMeta(name=f"{PLURAL}.{GROUP}"),
        spec=client.V1CustomResourceDefinitionSpec(
            group=GROUP, scope="Namespaced", names=names, versions=[version]
        ),
    )


def snake(name, **spec):
    return {
        "apiVersion": f"{GROUP}/{VERSION}",
        "kind": "Snake",
        "metadata": {"name": name},
        "spec": spec,
    }


def define(on):
    api = client.ApiextensionsV1Api(on)
    api.create_custom_resource_definition(definition())

    def established():
        conditions = api.read_custom_resource_definition(f"{PLURAL}.{GROUP}").status.conditions
        return {one.type: one.status for one in conditions or []}.get("Established") == "True"

    until(established, "the definition to be established")
    # A type may be served a moment after its definition is established.
    until(lambda: served(on), "the type to be served")
    found = client.CustomObjectsApi(on).get_api_resources(GROUP, VERSION).resources
    return sorted(one.name for one in found)


def served(on):
    try:
        return client.CustomObjectsApi(on).list_namespaced_custom_object(*PLACE)
    except client.exceptions.ApiException as refused:
        # A new type is first answered with 404, then with 429 until it is ready.
        if refused.status in (404, 429):
            return None
        raise


def create(on):
    made = client.CustomObjectsApi(on).create_namespaced_custom_object(*PLACE, snake("a", length=2))
    return without(made)


def create_what_is_wrong(on):
    wrong = snake("b", length=0)
    return without(client.CustomObjectsApi(on).create_namespaced_custom_object(*PLACE, wrong))


def create_with_an_unknown_field(on):
    wrong = snake("b", length=1, wings=2)
    api = client.CustomObjectsApi(on)
    return without(api.create_namespaced_custom_object(*PLACE, wrong, field_validation="Strict"))


def merge_patch(on):
    api = client.CustomObjectsApi(on)
    changed = api.patch_namespaced_custom_object(
        *PLACE, "a", {"spec": {"length": 3}}, _content_type="application/merge-patch+json"
    )
    return without(changed)


def strategic_patch(on):
    api = client.CustomObjectsApi(on)
    changed = api.patch_namespaced_custom_object(
        *PLACE, "a", {"spec": {}}, _content_type="application/strategic-merge-patch+json"
    )
    return without(changed)


def apply(on):
    api = client.CustomObjectsApi(on)
    # This client does not return an object that a patch has created, so get it.
    api.patch_namespaced_custom_object(
        *PLACE,
        "applied",
        snake("applied", length=4),
        field_manager="one",
        _content_type="application/apply-patch+yaml",
    )
    made = api.get_namespaced_custom_object(*PLACE, "applied")
    return [without(made), owners(made)]


def its_status(on):
    api = client.CustomObjectsApi(on)
    found = api.get_namespaced_custom_object(*PLACE, "a")
    found["status"], found["spec"] = {"length": 3}, {"length": 9}
    return without(api.replace_namespaced_custom_object_status(*PLACE, "a", found))


def its_scale(on):
    api = client.CustomObjectsApi(on)
    api.patch_namespaced_custom_object_scale(
        *PLACE, "a", {"spec": {"replicas": 2}}, _content_type="application/merge-patch+json"
    )
    return without(api.get_namespaced_custom_object_scale(*PLACE, "a"))


def pages(on):
    page = client.CustomObjectsApi(on).list_namespaced_custom_object(*PLACE, limit=1)
    rest = client.CustomObjectsApi(on).list_namespaced_custom_object(
        *PLACE, limit=1, _continue=page["metadata"]["continue"]
    )
    return [[one["metadata"]["name"] for one in list["items"]] for list in (page, rest)]


def delete(on):
    gone = client.CustomObjectsApi(on).delete_namespaced_custom_object(*PLACE, "a")
    return [gone["status"], gone["details"]["name"]]


STEPS = [
    define,
    create,
    create_what_is_wrong,
    create_with_an_unknown_field,
    merge_patch,
    strategic_patch,
    apply,
    its_status,
    its_scale,
    pages,
    delete,
]
