"""Steps of the typed client that create, read, change, list in pages, and delete objects."""

from kubernetes import client

from steps import SPACE, shown


def config_map(name, **data):
    metadata = client.V1ObjectMeta(name=name, labels={"made": "here"})
    return client.V1ConfigMap(metadata=metadata, data=data)


def a_namespace(on):
    metadata = client.V1ObjectMeta(name=SPACE)
    made = client.CoreV1Api(on).create_namespace(client.V1Namespace(metadata=metadata))
    return shown(on, made)


def create(on):
    return shown(on, client.CoreV1Api(on).create_namespaced_config_map(SPACE, config_map("a", k="1")))


def create_again(on):
    return shown(on, client.CoreV1Api(on).create_namespaced_config_map(SPACE, config_map("a", k="1")))


def create_with_a_generated_name(on):
    body = client.V1ConfigMap(metadata=client.V1ObjectMeta(generate_name="some-"))
    made = client.CoreV1Api(on).create_namespaced_config_map(SPACE, body, dry_run="All")
    return made.metadata.name.startswith("some-") and len(made.metadata.name)


def create_what_is_wrong(on):
    return shown(on, client.CoreV1Api(on).create_namespaced_config_map(SPACE, config_map("A B")))


def read(on):
    return shown(on, client.CoreV1Api(on).read_namespaced_config_map("a", SPACE))


def read_what_is_not_there(on):
    return shown(on, client.CoreV1Api(on).read_namespaced_config_map("absent", SPACE))


def replace(on):
    api = client.CoreV1Api(on)
    found = api.read_namespaced_config_map("a", SPACE)
    found.data = {"k": "2"}
    return shown(on, api.replace_namespaced_config_map("a", SPACE, found))


def replace_what_is_stale(on):
    api = client.CoreV1Api(on)
    stale = config_map("a", k="3")
    stale.metadata.resource_version = "1"
    return shown(on, api.replace_namespaced_config_map("a", SPACE, stale))


def a_deployment(on):
    labels = {"app": "web"}
    container = client.V1Container(
        name="web",
        image="registry.example/web:1",
        ports=[client.V1ContainerPort(container_port=80)],
        resources=client.V1ResourceRequirements(requests={"cpu": "100m"}),
    )
    template = client.V1PodTemplateSpec(
        metadata=client.V1ObjectMeta(labels=labels), spec=client.V1PodSpec(containers=[container])
    )
    spec = client.V1DeploymentSpec(
        selector=client.V1LabelSelector(match_labels=labels), template=template
    )
    body = client.V1Deployment(metadata=client.V1ObjectMeta(name="web"), spec=spec)
    return shown(on, client.AppsV1Api(on).create_namespaced_deployment(SPACE, body))


def its_scale(on):
    api = client.AppsV1Api(on)
    scale = api.read_namespaced_deployment_scale("web", SPACE)
    scale.spec.replicas = 3
    return shown(on, api.replace_namespaced_deployment_scale("web", SPACE, scale))


def its_status(on):
    api = client.AppsV1Api(on)
    changed = api.patch_namespaced_deployment_status("web", SPACE, {"status": {"replicas": 3}})
    return [changed.metadata.generation, shown(on, changed)["status"]]


def a_token(on):
    body = client.AuthenticationV1TokenRequest(
        spec=client.V1TokenRequestSpec(audiences=["shop"], expiration_seconds=600)
    )
    api = client.CoreV1Api(on)
    api.create_namespaced_service_account(
        SPACE, client.V1ServiceAccount(metadata=client.V1ObjectMeta(name="robot"))
    )
    made = api.create_namespaced_service_account_token("robot", SPACE, body)
    return [made.kind, made.spec.audiences, made.status.token.count(".")]


def what_it_may(on):
    attributes = client.V1ResourceAttributes(verb="create", resource="pods", namespace=SPACE)
    body = client.V1SelfSubjectAccessReview(
        spec=client.V1SelfSubjectAccessReviewSpec(resource_attributes=attributes)
    )
    return client.AuthorizationV1Api(on).create_self_subject_access_review(body).status.allowed


def pages(on):
    api = client.CoreV1Api(on)
    for index in range(5):
        api.create_namespaced_secret(
            SPACE, client.V1Secret(metadata=client.V1ObjectMeta(name=f"s{index}"))
        )
    read_so_far, token = [], None
    while token is None or token:
        page = api.list_namespaced_secret(SPACE, limit=2, _continue=token)
        token = page.metadata._continue or ""
        names = [secret.metadata.name for secret in page.items]
        read_so_far.append([names, page.metadata.remaining_item_count])
    return read_so_far


def a_wrong_token_of_pages(on):
    return client.CoreV1Api(on).list_namespaced_secret(SPACE, limit=2, _continue="not-one").items


def a_list_by_labels(on):
    found = client.CoreV1Api(on).list_namespaced_config_map(SPACE, label_selector="made in (here)")
    return [item.metadata.name for item in found.items]


def a_list_by_a_wrong_selector(on):
    return client.CoreV1Api(on).list_namespaced_config_map(SPACE, label_selector="a in").items


def delete_in_a_dry_run(on):
    client.CoreV1Api(on).delete_namespaced_config_map("a", SPACE, dry_run="All")
    return shown(on, client.CoreV1Api(on).read_namespaced_config_map("a", SPACE))["data"]


def delete(on):
    options = client.V1DeleteOptions(propagation_policy="Background", grace_period_seconds=0)
    gone = client.CoreV1Api(on).delete_namespaced_config_map("a", SPACE, body=options)
    return without_uid(on.sanitize_for_serialization(gone))


def without_uid(status):
    details = {key: value for key, value in status["details"].items() if key != "uid"}
    return {**status, "details": details}


def delete_all(on):
    api = client.CoreV1Api(on)
    api.delete_collection_namespaced_secret(SPACE, field_selector="metadata.name!=s0")
    return [secret.metadata.name for secret in api.list_namespaced_secret(SPACE).items]


def the_versions(on):
    groups = client.ApisApi(on).get_api_versions().groups
    versions = {group.name: [one.version for one in group.versions] for group in groups}
    return [client.CoreApi(on).get_api_versions().versions, versions["apps"], versions["batch"]]


STEPS = [
    a_namespace,
    create,
    create_again,
    create_with_a_generated_name,
    create_what_is_wrong,
    read,
    read_what_is_not_there,
    replace,
    replace_what_is_stale,
    a_deployment,
    its_scale,
    its_status,
    a_token,
    what_it_may,
    pages,
    a_wrong_token_of_pages,
    a_list_by_labels,
    a_list_by_a_wrong_selector,
    delete_in_a_dry_run,
    delete,
    delete_all,
    the_versions,
]
