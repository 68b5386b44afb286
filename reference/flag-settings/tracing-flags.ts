// Reads the flag of tracing and its file, which is read once.

import type { TracingSettings } from '../api/tracing.ts'
import { type ConfigFileOptions, readConfigDocument } from './config-document.ts'
import type { ReadText } from './followed-file.ts'

/** The flag as it was typed. */
export type TracingFlags = {
  /** A TracingConfiguration. Without it there are no spans. */
  tracingConfigFile?: string
}

type Context = Pick<ConfigFileOptions, 'kinds' | 'dialect'> & { readonly readText: ReadText }

const flag = '--tracing-config-file'
// TRACE-005.
const standardEndpoint = 'localhost:4317'

/**
 * Returns where spans are sent; undefined without the flag.
 * @throws Error that names the flag, the file and the fault
 */
export async function tracingSettings(
  { tracingConfigFile: name }: TracingFlags,
  { readText, ...checks }: Context,
): Promise<TracingSettings | undefined> {
  if (name === undefined) return undefined
  const text = await readText(name)
  const document = readConfigDocument(text, 'TracingConfiguration', { flag, name, ...checks })
  const { endpoint, samplingRatePerMillion: rate } = document
  // The check has established the shape of the document.
  return {
    endpoint: addressOf(String(endpoint || standardEndpoint), name),
    ...(typeof rate === 'number' && { samplingRatePerMillion: rate }),
  }
}

/** Returns an address in the form that the library accepts. */
function addressOf(endpoint: string, name: string): string {
  if (!endpoint.includes('//')) return `dns:${endpoint}`
  const [, scheme = '', path = ''] = /^([^:]+):\/\/[^/]*\/(.*)$/.exec(endpoint) ?? []
  if (scheme === 'dns' && path !== '') return `dns:${path}`
  if (scheme === 'unix' && path !== '') return `unix:/${path}`
  const expected = 'a host and a port, dns:///HOST:PORT or unix:///PATH'
  throw new Error(`${flag}: ${name}: endpoint: expected ${expected}, got ${endpoint}`)
}
