// The files that command lines of the node agent name, as they are on the machine.

import type { AskedFile } from '../../dsl/scenario.ts'
import { clientFile } from './authorization.ts'
import { certificate, pair } from './certificate.ts'
import { documentOf } from './documents.ts'

const kind = ['nodeagent.config', 'v1beta1', 'NodeAgentConfiguration'] as const

export const configFile = '/etc/agent/config.yaml'
export const configFolder = '/etc/agent/config.d'

/** A file of the agent's configuration. */
export const configOf = (name: string, fields: Record<string, number>): AskedFile => ({
  name,
  document: documentOf(kind, fields),
})

const texts: Record<string, string> = {
  '/etc/agent/bootstrap': clientFile.text,
  '/etc/agent/ca.crt': certificate,
  '/etc/agent/client.yaml': clientFile.text,
  '/etc/agent/tls.crt': pair.certificate,
  '/etc/agent/tls.key': pair.key,
}

/** Those that a line names. */
export const filesNamedIn = (flags: string[]): AskedFile[] =>
  [
    ...Object.entries(texts).map(([name, text]) => ({ name, text })),
    configOf(configFile, {}),
    configOf(`${configFolder}/10-more.conf`, {}),
  ].filter(({ name }) => flags.some(flag => isIn(name, flag.replace(/^[^=]*=/, ''))))

const isIn = (name: string, place: string): boolean =>
  name === place || name.startsWith(`${place}/`)
