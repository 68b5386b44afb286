"""Serves kmock's Kubernetes emulator on a free port, prints the URL and stays."""

import asyncio

import kmock

# It serves the types that its user declares. These are the ones that the checks look for.
TYPES = {
    'v1/configmaps': {'kind': 'ConfigMap', 'namespaced': True},
    'v1/namespaces': {'kind': 'Namespace', 'namespaced': False},
    'v1/secrets': {'kind': 'Secret', 'namespaced': True},
    'coordination.k8s.io/v1/leases': {'kind': 'Lease', 'namespaced': True},
    'scheduling.k8s.io/v1/priorityclasses': {'kind': 'PriorityClass', 'namespaced': False},
}
VERBS = {'get', 'list', 'watch', 'create', 'patch', 'delete'}


async def main() -> None:
    async with kmock.KubernetesEmulator() as emulator, kmock.Server(emulator) as server:
        for resource, facts in TYPES.items():
            emulator.resources[resource] = kmock.ResourceInfo(verbs=VERBS, **facts)
        print(f'http://127.0.0.1:{server.port}', flush=True)
        await forget_old_requests(emulator)


async def forget_old_requests(emulator: kmock.KubernetesEmulator) -> None:
    """Keeps the record of requests short.

    It is there for the assertions of a test, and searched for each request: after a thousand
    requests an answer takes 30 ms, and a run sends twenty thousand.
    """
    while True:
        await asyncio.sleep(0.1)
        for view in [emulator, *emulator._payloads]:
            del view._requests[:-20]


asyncio.run(main())
