// Steps of the JavaScript client with a custom type: its definition, its objects, and its deletion.

import { ApiException, setHeaderOptions } from '@kubernetes/client-node'
import { fieldManagersOf } from './node-object-steps.ts'
import { JsonPatch, MergePatch, ServerSideApply, stepNamespace, waitUntil } from './node-steps.ts'
import type { NodeStep, NodeClients } from './node-steps.ts'

const type = { group: 'script.example', version: 'v1', plural: 'scripts', namespace: stepNamespace }
const name = `${type.plural}.${type.group}`

const whole = { type: 'integer' }
const spec = {
  type: 'object',
  required: ['lines'],
  properties: {
    lines: { type: 'integer', minimum: 1 },
    replicas: whole,
    tongue: { type: 'string', _default: 'latin' },
  },
}
const status = { type: 'object', properties: { lines: whole, replicas: whole } }

const definition = {
  metadata: { name },
  spec: {
    group: type.group,
    scope: 'Namespaced',
    names: { plural: type.plural, kind: 'Script' },
    versions: [
      {
        name: type.version,
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec, status } } },
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
        },
      },
    ],
  },
}

const script = (called: string, wanted: object) => ({
  apiVersion: `${type.group}/${type.version}`,
  kind: 'Script',
  metadata: { name: called },
  spec: wanted,
})

/** A new type is first answered with 404, then with 429 until it is ready. */
async function served({ custom }: NodeClients): Promise<true | undefined> {
  try {
    await custom.listNamespacedCustomObject(type)
    return true
  } catch (error) {
    if (error instanceof ApiException && [404, 429].includes(error.code)) return undefined
    throw error
  }
}

type Script = { metadata: object; spec?: unknown; status?: unknown }

const visiblePart = (object: unknown) => {
  const { metadata, spec: wanted, status: seen } = object as Script
  const { generation } = metadata as { generation?: number }
  return { generation, spec: wanted, ...(seen !== undefined && { status: seen }) }
}

const patched = async ({ custom }: NodeClients, media: string, body: object) =>
  visiblePart(
    await custom.patchNamespacedCustomObject(
      { ...type, name: 'a', body },
      setHeaderOptions('Content-Type', media),
    ),
  )

const create = async ({ custom }: NodeClients, body: object) =>
  visiblePart(
    await custom.createNamespacedCustomObject({ ...type, body, fieldValidation: 'Strict' }),
  )

export const customSteps: readonly NodeStep[] = [
  [
    'a definition',
    async on => {
      await on.definitions.createCustomResourceDefinition({ body: definition })
      await waitUntil('type', () => served(on))
      const { status: seen } = await on.definitions.readCustomResourceDefinition({ name })
      return [seen?.acceptedNames, seen?.storedVersions]
    },
  ],
  ['a custom object', on => create(on, script('a', { lines: 1 }))],
  ['a custom object that is wrong', on => create(on, script('b', { lines: 0 }))],
  ['a custom object with an unknown field', on => create(on, script('b', { lines: 1, feet: 2 }))],
  ['a merge patch of it', on => patched(on, MergePatch, { spec: { lines: 2, tongue: null } })],
  [
    'a JSON patch of it',
    on => patched(on, JsonPatch, [{ op: 'replace', path: '/spec/lines', value: 3 }]),
  ],
  [
    'an apply of it',
    async ({ custom }) => {
      const asked = { ...type, name: 'c', body: script('c', { lines: 1 }), fieldManager: 'one' }
      const options = setHeaderOptions('Content-Type', ServerSideApply)
      const made: unknown = await custom.patchNamespacedCustomObject(asked, options)
      return [visiblePart(made), fieldManagersOf(made as Parameters<typeof fieldManagersOf>[0])]
    },
  ],
  [
    'its status',
    async ({ custom }) => {
      const body = { spec: { lines: 9 }, status: { lines: 3 } }
      const options = setHeaderOptions('Content-Type', MergePatch)
      const asked = { ...type, name: 'a', body }
      return visiblePart(await custom.patchNamespacedCustomObjectStatus(asked, options))
    },
  ],
  [
    'its scale',
    async ({ custom }) => {
      const options = setHeaderOptions('Content-Type', MergePatch)
      const body = { spec: { replicas: 1 } }
      await custom.patchNamespacedCustomObject({ ...type, name: 'a', body }, options)
      const wanted = { ...type, name: 'a', body: { spec: { replicas: 2 } } }
      return visiblePart(await custom.patchNamespacedCustomObjectScale(wanted, options))
    },
  ],
  [
    'the end of a type',
    async on => {
      await on.definitions.deleteCustomResourceDefinition({ name })
      await waitUntil('end', async () => ((await served(on)) ? undefined : true))
      return on.definitions.readCustomResourceDefinition({ name })
    },
  ],
]
