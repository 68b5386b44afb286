"""Steps with watches, informers and leader election of the typed client."""

import threading

from kubernetes import client, informer, watch
from kubernetes.leaderelection import electionconfig, leaderelection
from kubernetes.leaderelection.resourcelock.leaselock import LeaseLock

from steps import SPACE, until


def changed(on, name):
    """Creates, changes and deletes a ConfigMap."""
    api = client.CoreV1Api(on)
    made = client.V1ConfigMap(metadata=client.V1ObjectMeta(name=name, labels={"seen": "yes"}))
    api.create_namespaced_config_map(SPACE, made)
    api.patch_namespaced_config_map(name, SPACE, {"data": {"a": "1"}})
    api.delete_namespaced_config_map(name, SPACE)


def from_a_version(on):
    api = client.CoreV1Api(on)
    since = api.list_namespaced_config_map(SPACE).metadata.resource_version
    changed(on, "w1")
    seen, watching = [], watch.Watch()
    events = watching.stream(
        api.list_namespaced_config_map, SPACE, resource_version=since, timeout_seconds=20
    )
    for event in events:
        seen.append([event["type"], event["object"].metadata.name, event["object"].data])
        if event["type"] == "DELETED":
            watching.stop()
    return seen


def from_the_beginning(on):
    api = client.CoreV1Api(on)
    watching, seen = watch.Watch(), []
    threading.Timer(0.5, changed, (on, "w2")).start()
    events = watching.stream(
        api.list_namespaced_config_map, SPACE, label_selector="seen=yes", timeout_seconds=20
    )
    for event in events:
        seen.append([event["type"], event["object"].metadata.name])
        if event["type"] == "DELETED":
            watching.stop()
    return seen


def with_its_initial_events(on):
    api = client.CoreV1Api(on)
    watching, seen = watch.Watch(), []
    events = watching.stream(
        api.list_namespaced_config_map,
        SPACE,
        allow_watch_bookmarks=True,
        send_initial_events=True,
        resource_version_match="NotOlderThan",
        timeout_seconds=20,
    )
    for event in events:
        bookmark = event["type"] == "BOOKMARK"
        metadata = event["raw_object"]["metadata"]
        seen.append([event["type"], metadata.get("annotations") if bookmark else metadata["name"]])
        if bookmark:
            watching.stop()
    return seen


def that_ends_by_itself(on):
    api = client.CoreV1Api(on)
    since = api.list_namespaced_secret(SPACE).metadata.resource_version
    events = watch.Watch().stream(
        api.list_namespaced_secret, SPACE, resource_version=since, timeout_seconds=1
    )
    return list(events)


def of_a_wrong_version(on):
    api = client.CoreV1Api(on)
    events = watch.Watch().stream(api.list_namespaced_secret, SPACE, resource_version="x")
    return list(events)


def an_informer(on):
    api = client.CoreV1Api(on)
    seen = []
    following = informer.SharedInformer(
        list_func=api.list_namespaced_config_map, namespace=SPACE, label_selector="seen=yes"
    )
    for kind in ("ADDED", "MODIFIED", "DELETED"):
        following.add_event_handler(
            kind, lambda thing, kind=kind: seen.append([kind, thing.metadata.name])
        )
    following.start()
    changed(on, "w3")
    kept = client.V1ConfigMap(metadata=client.V1ObjectMeta(name="w4", labels={"seen": "yes"}))
    api.create_namespaced_config_map(SPACE, kept)
    until(lambda: ["ADDED", "w4"] in seen, "the informer to see the last object")
    cached = [thing.metadata.name for thing in following.cache.list()]
    following.stop()
    return [cached, seen[-1]]


def an_election(on):
    """Elects two leaders in turn: the second leads when the lease of the first has expired."""
    client.Configuration.set_default(on.configuration)
    led = []
    for name in ("first", "second"):
        config = electionconfig.Config(
            LeaseLock("held", SPACE, name),
            lease_duration=3,
            renew_deadline=2,
            retry_period=1.1,
            onstarted_leading=lambda name=name: led.append(name),
            onstopped_leading=None,
        )
        candidate = leaderelection.LeaderElection(config)
        threading.Thread(target=candidate.acquire, daemon=True).start()
        until(lambda: name in led or holder(on) == name, f"{name} to hold the lease")
    lease = client.CoordinationV1Api(on).read_namespaced_lease("held", SPACE)
    return [lease.spec.holder_identity, lease.spec.lease_duration_seconds]


def holder(on):
    leases = client.CoordinationV1Api(on).list_namespaced_lease(SPACE).items
    return leases[0].spec.holder_identity if leases else None


STEPS = [
    from_a_version,
    from_the_beginning,
    with_its_initial_events,
    that_ends_by_itself,
    of_a_wrong_version,
    an_informer,
    an_election,
]
