// Builds scenarios about the calls of KMS plug-ins.

import type { RequestStep, Step } from '../../dsl/scenario.ts'
import { type PluginName, readPluginCalls, setPluginStubs } from '../../dsl/kms-steps.ts'
import { configDocument } from '../../models/config/documents.ts'
import type { Term } from '../../dsl/term.ts'
import { createNamespace, createStored, requestStored } from './stored-objects.ts'

const by = 'plugins'

/** How often each object is read. */
export const readsPerObject = 3

/** The types of which each read does, or does not, call the plug-in of the type. */
export const readTypes = { uncached: 'Endpoints', cached: 'Secret' } as const
export type ReadPlugin = keyof typeof readTypes

export const readAgainLabel = (plugin: ReadPlugin, time: number): string => `read-${plugin}-${time}`
export const callsLabel = (plugin: PluginName): string => `calls-${plugin}`

function readsOf(plugin: ReadPlugin): RequestStep[] {
  const kind = readTypes[plugin]
  return [
    createStored(kind, by),
    setPluginStubs(`stubs-${plugin}`, plugin, 'Decrypt'),
    ...Array.from({ length: readsPerObject }, (_, time) =>
      requestStored(readAgainLabel(plugin, time), { kind, server: 'encrypting', by }),
    ),
    readPluginCalls(callsLabel(plugin), plugin, 'Decrypt'),
  ]
}

/** Reads an object whose plug-in has no cache several times, and one whose plug-in has one. */
export const repeatedReads = (): RequestStep[] => [
  createNamespace(by),
  ...readsOf('uncached'),
  ...readsOf('cached'),
]

const encryptedBy = (kms: { [member: string]: Term }): Term =>
  configDocument(['apiserver.config', 'v1', 'EncryptionConfiguration'], {
    resources: [{ resources: ['secrets'], providers: [{ kms }] }],
  })

const accepts = (as: string, kms: { [member: string]: Term }): Step => ({
  as,
  accepts: { files: [{ name: 'encryption.yaml', document: encryptedBy(kms) }] },
})

/** Submits a plug-in with and without an endpoint, and writes an object that a plug-in encrypts. */
export const endpointUse = (): Step[] => {
  const kms = { apiVersion: 'v2', name: 'touchstone' }
  return [
    accepts('with endpoint', { ...kms, endpoint: 'unix:///run/touchstone.sock' }),
    accepts('without endpoint', kms),
    createNamespace(by),
    setPluginStubs('stubs-cached', 'cached', 'Encrypt'),
    createStored('Secret', by),
    readPluginCalls(callsLabel('cached'), 'cached', 'Encrypt'),
  ]
}

/** The labels of writes before, during and after the silence of their plug-in. */
export const silentWrites = { before: 'before', during: 'during', after: 'after' } as const

/** Writes an object while its plug-in does not answer. */
export const silentPlugin = (): Step[] => {
  const create = (as: keyof typeof silentWrites): RequestStep =>
    createStored('PodTemplate', by, { as: silentWrites[as], name: as })
  const stubs = (as: string, ...all: { fault: 'silence' }[]): RequestStep =>
    setPluginStubs(as, 'silent', 'Encrypt', ...all)
  return [
    createNamespace(by),
    stubs('stubs'),
    create('before'),
    stubs('silence', { fault: 'silence' }),
    create('during'),
    readPluginCalls(callsLabel('silent'), 'silent', 'Encrypt'),
    stubs('speech'),
    create('after'),
  ]
}
