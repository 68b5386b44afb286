// Reads the flag of egress and its files, which are read once.

import { createSecureContext } from 'node:tls'

import type { EgressClass, EgressProxy, EgressSettings } from '../api/egress.ts'
import { type JsonObject, objectIn, objectsIn } from '../api/object.ts'
import { readAuthorities } from './authorities-file.ts'
import { type ConfigFileOptions, readConfigDocument } from './config-document.ts'
import type { ReadText } from './followed-file.ts'

/** The flag as it was typed. */
export type EgressFlags = {
  /** An EgressSelectorConfiguration. Without it connections are direct. */
  egressSelectorConfigFile?: string
}

type Context = Pick<ConfigFileOptions, 'kinds' | 'dialect'> & {
  readonly readText: ReadText
  /** Whether the storage is etcd. */
  readonly hasEtcd: boolean
}

const flag = '--egress-selector-config-file'

/**
 * Returns the proxies; undefined without the flag.
 * @throws Error that names the flag, the file and the fault, and what this server does not have
 */
export async function egressSettings(
  { egressSelectorConfigFile: name }: EgressFlags,
  { readText, hasEtcd, ...checks }: Context,
): Promise<EgressSettings | undefined> {
  if (name === undefined) return undefined
  const text = await readText(name)
  const options = { flag, name, ...checks }
  const document = readConfigDocument(text, 'EgressSelectorConfiguration', options)
  const proxies: { [name in EgressClass]?: EgressProxy } = {}
  for (const [index, selection] of objectsIn(document['egressSelections']).entries()) {
    const at = `${name}: egressSelections[${index}].connection`
    // The check has established the shape of the document.
    const connection = objectIn(selection['connection'])
    const proxy = await proxyIn(connection, { at, readText })
    const of = classNamed(String(selection['name']))
    if (proxy && of === 'etcd' && hasEtcd)
      throw new Error(
        `${flag}: ${at}: expected Direct for etcd, got a proxy, which this server does not use for its storage`,
      )
    if (proxy) proxies[of] = proxy
  }
  return proxies
}

/** EGRESS-006. Genuine servers ignore the case of names. */
const classNamed = (name: string): EgressClass =>
  name === 'master' ? 'controlplane' : (name.toLowerCase() as EgressClass)

type Place = { readonly at: string; readonly readText: ReadText }

async function proxyIn(
  { proxyProtocol, transport }: JsonObject,
  { at, readText }: Place,
): Promise<EgressProxy | undefined> {
  if (proxyProtocol === 'Direct') return undefined
  if (proxyProtocol !== 'HTTPConnect')
    throw new Error(
      `${flag}: ${at}.proxyProtocol: expected Direct or HTTPConnect, got ${String(proxyProtocol)}, which this server does not have`,
    )
  const { tcp, uds } = objectIn(transport)
  if (tcp === undefined || tcp === null) return { socketPath: String(objectIn(uds)['udsName']) }
  if (uds !== undefined && uds !== null)
    throw new Error(`${flag}: ${at}.transport: expected tcp or uds, got both`)
  return tcpProxy(objectIn(tcp), { at: `${at}.transport.tcp`, readText })
}

async function tcpProxy(tcp: JsonObject, { at, readText }: Place): Promise<EgressProxy> {
  const url = String(tcp['url'])
  if (!URL.canParse(url) || new URL(url).hostname === '')
    throw new Error(`${flag}: ${at}.url: expected the URL of a proxy, got something else`)
  if (url.startsWith('http:')) return { url }
  const { caBundle, clientCert, clientKey, tlsServerName } = objectIn(tcp['tlsConfig'])
  const certificate = await readText(String(clientCert))
  const key = await readText(String(clientKey))
  try {
    createSecureContext({ cert: certificate, key })
  } catch {
    // The message of OpenSSL is omitted, because it does not name the files.
    throw new Error(
      `${flag}: ${at}.tlsConfig: expected a certificate and its key as PEM, got something else`,
    )
  }
  const authorities = caBundle ? await readText(String(caBundle)) : undefined
  if (authorities !== undefined)
    readAuthorities(authorities, { flag, name: `${at}.tlsConfig.caBundle` })
  return {
    url,
    client: { certificate, key },
    ...(authorities !== undefined && { certificateAuthority: authorities }),
    ...(tlsServerName ? { serverName: String(tlsServerName) } : {}),
  }
}
