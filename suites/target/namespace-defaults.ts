// Finds the default objects that a server creates in each new namespace, such as a token or a
// certificate. They are read from empty namespaces before the run, so that they are not attributed
// to another client.

import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { TransportError, createClient, defaultClientLimits } from '../../fixtures/client/client.ts'
import type { Client } from '../../fixtures/client/client.ts'
import { resourcePath, roles, sampleObject } from '../../fixtures/objects/tested-types.ts'
import type { TestedType, Role } from '../../fixtures/objects/tested-types.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { valueAt } from '../../properties/dsl/term.ts'

// A controller may create the default objects a little after the namespace.
const settleMs = 300
const limits = { ...defaultClientLimits, answerMs: 5_000, retriesMax: 0 }

/** The target, whose types include the names of the default objects. */
export async function withNamespaceDefaults(target: Target, signal: AbortSignal): Promise<Target> {
  const { types, unserved, connection, credentials } = target
  if (unserved?.namespaces !== undefined) return target
  const client = createClient(connection, credentials.admin, limits)
  const run = randomBytes(4).toString('hex')
  const namespaces = ['a', 'b'].map(letter => `touchstone-${run}-${letter}`)
  try {
    for (const name of namespaces)
      await createNamespace(client, types.namespaces, { run, name, signal })
    await pause(settleMs, undefined, { signal })
    const withDefaults = await Promise.all(
      roles
        .filter(role => types[role].namespaced && unserved?.[role] === undefined)
        .map(async (role): Promise<[Role, TestedType]> => {
          const [first = [], second = []] = await Promise.all(
            namespaces.map(name => namesAt(client, resourcePath(types[role], name), signal)),
          )
          return [role, { ...types[role], namespaceDefaults: commonNames(first, second) }]
        }),
    )
    return { ...target, types: { ...types, ...Object.fromEntries(withDefaults) } }
  } catch (problem) {
    // The run itself will report a server that does not answer.
    if (problem instanceof TransportError || signal.aborted) return target
    throw problem
  } finally {
    const paths = namespaces.map(name => resourcePath(types.namespaces, undefined, name))
    await Promise.all(
      paths.map(path => client.send({ method: 'DELETE', path, answerMs: 2_000 }).catch(() => {})),
    )
    await client.close()
  }
}

async function createNamespace(
  client: Client,
  type: TestedType,
  { run, name, signal }: { run: string; name: string; signal: AbortSignal },
): Promise<void> {
  const body = JSON.stringify(sampleObject(type, run, name, undefined))
  await client.send({ method: 'POST', path: resourcePath(type), body }, signal)
}

async function namesAt(client: Client, path: string, signal: AbortSignal): Promise<string[]> {
  const { bytes } = await client.send({ method: 'GET', path }, signal)
  try {
    const items = valueAt(JSON.parse(bytes.toString()), '/items')
    const names = Array.isArray(items) ? items.map(item => valueAt(item, '/metadata/name')) : []
    return names.filter(name => typeof name === 'string')
  } catch {
    // A response that is not JSON lists no names.
    return []
  }
}

/** Names in both namespaces, and names that differ only after their last dash. */
export function commonNames(first: string[], second: string[]): string[] {
  const same = first.filter(name => second.includes(name))
  const stems = first
    .filter(name => !same.includes(name))
    .map(name => name.replace(/-[^-]*$/, '-'))
    .filter(stem => stem.endsWith('-') && second.some(name => name.startsWith(stem)))
  return [...same, ...stems.map(stem => `${stem}*`)]
}
