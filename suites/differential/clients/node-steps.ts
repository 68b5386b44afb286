// Types and functions that the steps of the JavaScript client share.

import {
  ApiextensionsV1Api,
  AppsV1Api,
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  KubernetesObjectApi,
  PatchStrategy,
} from '@kubernetes/client-node'

/** The namespace that the steps create and delete. */
export const stepNamespace = 'nodes-of-script'

export type NodeClients = ReturnType<typeof connectNodeClients>

/** A named step. Its result has to be representable in JSON. */
export type NodeStep = readonly [name: string, act: (on: NodeClients) => Promise<unknown>]

export function connectNodeClients(server: string) {
  const config = new KubeConfig()
  config.loadFromOptions({
    // This client speaks plain HTTP only with skipTLSVerify.
    clusters: [{ name: 'here', server, skipTLSVerify: true }],
    users: [{ name: 'nobody' }],
    contexts: [{ name: 'here', cluster: 'here', user: 'nobody' }],
    currentContext: 'here',
  })
  return {
    config,
    core: config.makeApiClient(CoreV1Api),
    apps: config.makeApiClient(AppsV1Api),
    custom: config.makeApiClient(CustomObjectsApi),
    definitions: config.makeApiClient(ApiextensionsV1Api),
    objects: KubernetesObjectApi.makeApiClient(config),
  }
}

export const { JsonPatch, MergePatch, ServerSideApply, StrategicMergePatch } = PatchStrategy

/** Polls a condition until it returns a value, and returns that. @throws after 20 seconds */
export async function waitUntil<T>(
  what: string,
  condition: () => Promise<T | undefined>,
): Promise<T> {
  for (const end = performance.now() + 20_000; performance.now() < end; ) {
    const found = await condition()
    if (found !== undefined) return found
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`there was no ${what}`)
}
