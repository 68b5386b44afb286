// Builds steps about the KMS plug-ins of a run: their answers and their calls, and the bytes that
// servers store.

import { type KmsMethod, kmsPath, type KmsStub } from '../../fixtures/objects/kms-stubs.ts'
import { storedPath } from '../../fixtures/objects/kms-stubs.ts'
import { stubsPath, recordPath } from '../../fixtures/objects/web-stubs.ts'
import type { RequestStep } from './scenario.ts'
import { issuersHost } from './setup-names.ts'
import { rawRequest } from './steps.ts'
import type { Term } from './term.ts'

/**
 * The names of the setups that share data: a server whose plug-ins encrypt some types, and one
 * without any configuration of encryption.
 */
export const kmsSetups = { encrypting: 'KMS plug-ins', plain: 'KMS plug-ins, without' } as const

/** The names of the setups that share data, and whose servers encrypt everything. */
export const everythingSetups = {
  encrypting: 'encryption of everything',
  others: 'encryption of all other types',
} as const

/** The plug-ins of the setup, each for one type. The last one has version 2. */
export type PluginName = 'cached' | 'uncached' | 'silent' | 'second'

/** Sets what a plug-in answers to a method from now on, and empties its record. */
export const setPluginStubs = (
  as: string,
  plugin: PluginName,
  method: KmsMethod,
  ...stubs: KmsStub[]
): RequestStep =>
  rawRequest(as, 'PUT', `${stubsPath}${kmsPath(plugin, method)}`, {
    server: issuersHost,
    body: stubs as unknown as Term,
  })

/** Reads the calls of a method of a plug-in since its stubs were set. */
export const readPluginCalls = (as: string, plugin: PluginName, method: KmsMethod): RequestStep =>
  rawRequest(as, 'GET', `${recordPath}${kmsPath(plugin, method)}`, { server: issuersHost })

/** Reads the bytes that the server of a setup stores of the object at a path. */
export const readStored = (as: string, setup: string, path: Term): RequestStep =>
  rawRequest(as, 'GET', { $join: [storedPath(setup, ''), path] }, { server: issuersHost })
