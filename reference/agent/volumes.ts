// The volumes of a pod: directories below the root directory of the agent, and paths of the node.

import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { isJsonObject, type JsonObject, objectIn, objectsIn } from '../api/object.ts'
import { fieldOf, type EnvFacts, expanded, resourceOf } from './container-env.ts'
import type { MountConfig } from './cri.ts'
import { type Container, containersOf, type Pod } from './pod.ts'

export type VolumeFacts = EnvFacts & {
  readonly rootDirectory: string
  /** Returns a token of the pod's service account. Rejects without an API server. */
  readonly tokenFor: (pod: Pod, projection: JsonObject) => Promise<string>
}

export const podDirectory = (uid: string, rootDirectory: string): string =>
  join(rootDirectory, 'pods', uid)

/**
 * Prepares the volumes of a pod and returns their paths on the node by name.
 * @throws Error for a kind of volume that this agent does not have, or a source that is not there
 */
export async function prepareVolumes(pod: Pod, facts: VolumeFacts): Promise<Map<string, string>> {
  const paths = new Map<string, string>()
  for (const volume of objectsIn(pod.spec['volumes'])) {
    const name = String(volume['name'])
    const place = join(podDirectory(pod.metadata.uid, facts.rootDirectory), 'volumes', name)
    paths.set(name, await prepared(volume, { pod, facts, place }))
  }
  return paths
}

type Context = { readonly pod: Pod; readonly facts: VolumeFacts; readonly place: string }

async function prepared(volume: JsonObject, context: Context): Promise<string> {
  const { place } = context
  const { hostPath, emptyDir, configMap, secret, downwardAPI, projected } = volume
  if (isJsonObject(hostPath)) {
    const path = String(hostPath['path'])
    if (hostPath['type'] === 'DirectoryOrCreate') await mkdir(path, { recursive: true })
    return path
  }
  if (isJsonObject(emptyDir)) {
    await mkdir(place, { recursive: true })
    return place
  }
  const sources: JsonObject[] = [
    ...(isJsonObject(configMap) ? [{ configMap }] : []),
    ...(isJsonObject(secret)
      ? [{ secret: { ...secret, name: secret['secretName'] } satisfies JsonObject }]
      : []),
    ...(isJsonObject(downwardAPI) ? [{ downwardAPI }] : []),
    ...(isJsonObject(projected) ? objectsIn(projected['sources']) : []),
  ]
  if (sources.length === 0 && !isJsonObject(projected)) {
    const kind = Object.keys(volume).find(key => key !== 'name') ?? 'nothing'
    throw new Error(`volume ${String(volume['name'])}: this agent has no volumes of kind ${kind}`)
  }
  const files = new Map<string, Buffer>()
  for (const source of sources) {
    for (const [path, bytes] of await filesOf(source, context)) files.set(path, bytes)
  }
  await writeAll(place, files)
  return place
}

async function filesOf(source: JsonObject, { pod, facts }: Context): Promise<[string, Buffer][]> {
  const { configMap, secret, downwardAPI, serviceAccountToken } = source
  if (isJsonObject(serviceAccountToken)) {
    const token = await facts.tokenFor(pod, serviceAccountToken)
    return [[String(serviceAccountToken['path']), Buffer.from(token)]]
  }
  if (isJsonObject(downwardAPI)) {
    return objectsIn(downwardAPI['items']).map(({ path, fieldRef, resourceFieldRef }) => {
      const named = objectIn(resourceFieldRef)
      const container = containersOf(pod).find(one => one.name === named['containerName'])
      const text = isJsonObject(fieldRef)
        ? fieldOf(String(fieldRef['fieldPath']), pod, facts)
        : resourceOf(named, container ?? { name: '', image: '' })
      return [String(path), Buffer.from(text)]
    })
  }
  const kind = isJsonObject(configMap) ? 'configmaps' : 'secrets'
  const { name, optional, items } = objectIn(configMap ?? secret)
  const data = await facts.readData(kind, String(name))
  if (!data) {
    if (optional === true) return []
    throw new Error(`${kind} ${String(name)}: expected for a volume, not found`)
  }
  if (!Array.isArray(items)) return [...data]
  return objectsIn(items).map(({ key, path }) => {
    const bytes = data.get(String(key))
    if (bytes === undefined && optional !== true)
      throw new Error(`${kind} ${String(name)}: expected key ${String(key)}, not found`)
    return [String(path), bytes ?? Buffer.alloc(0)]
  })
}

/** Writes each file whole: a reader sees the old or the new text. */
async function writeAll(place: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  await mkdir(place, { recursive: true })
  for (const [path, bytes] of files) {
    const file = resolve(place, path)
    if (!file.startsWith(place + sep)) throw new Error(`path ${path}: expected one in the volume`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(`${file}.new`, bytes, { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
}

/** Returns the mounts of a container. @throws Error for a volume that the pod does not have */
export function mountsOf(
  container: Container,
  paths: ReadonlyMap<string, string>,
  env: ReadonlyMap<string, string>,
): MountConfig[] {
  return objectsIn(container.volumeMounts).map(mount => {
    const path = paths.get(String(mount['name']))
    if (path === undefined)
      throw new Error(`volumeMounts: expected a volume of the pod, got ${String(mount['name'])}`)
    const below =
      mount['subPathExpr'] === undefined ? '' : expanded(String(mount['subPathExpr']), env)
    const hostPath = join(path, String(mount['subPath'] ?? below))
    if (hostPath !== path && !hostPath.startsWith(path + sep))
      throw new Error(`volumeMounts: expected a subPath in the volume, got ${hostPath}`)
    return {
      containerPath: String(mount['mountPath']),
      hostPath,
      readonly: mount['readOnly'] === true,
      propagation: propagations.indexOf(String(mount['mountPropagation'] ?? 'None')),
    }
  })
}

const propagations = ['None', 'HostToContainer', 'Bidirectional']

/** Removes what the agent keeps of a pod. Volumes on paths of the node are left alone. */
export const removePodDirectory = (uid: string, rootDirectory: string): Promise<void> =>
  rm(podDirectory(uid, rootDirectory), { recursive: true, force: true })
