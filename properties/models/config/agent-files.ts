// The files that command lines of the node agent refer to.

import type { ConfigFileTerm } from '../../dsl/scenario.ts'
import { webhookClientFile } from './authorization.ts'
import { sampleCertificate, sampleKeyPair } from './certificate.ts'
import { configDocument } from './documents.ts'

const kind = ['nodeagent.config', 'v1beta1', 'NodeAgentConfiguration'] as const

export const agentConfigPath = '/etc/agent/config.yaml'
export const agentConfigDirectory = '/etc/agent/config.d'

/** A file of the agent's configuration. */
export const agentConfigFile = (name: string, fields: Record<string, number>): ConfigFileTerm => ({
  name,
  document: configDocument(kind, fields),
})

const texts: Record<string, string> = {
  '/etc/agent/bootstrap': webhookClientFile.text,
  '/etc/agent/ca.crt': sampleCertificate,
  '/etc/agent/client.yaml': webhookClientFile.text,
  '/etc/agent/tls.crt': sampleKeyPair.certificate,
  '/etc/agent/tls.key': sampleKeyPair.key,
}

/** Returns the files that a command line refers to. */
export const filesNamedBy = (flags: string[]): ConfigFileTerm[] =>
  [
    ...Object.entries(texts).map(([name, text]) => ({ name, text })),
    agentConfigFile(agentConfigPath, {}),
    agentConfigFile(`${agentConfigDirectory}/10-more.conf`, {}),
  ].filter(({ name }) => flags.some(flag => isIn(name, flag.replace(/^[^=]*=/, ''))))

const isIn = (name: string, place: string): boolean =>
  name === place || name.startsWith(`${place}/`)
