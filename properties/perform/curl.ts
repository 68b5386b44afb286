// Writes a history as a shell script, to reproduce it with only curl.

import { badToken } from '../../fixtures/client/redact.ts'
import { escapeJson } from '../../fixtures/client/escape-json.ts'
import { apiVersionOf, resourcePath, sampleObject } from '../../fixtures/objects/probe-types.ts'
import type { Exchange, History } from '../history/history.ts'
import type { Violation } from '../history/observation.ts'
import type { Identity } from '../dsl/scenario.ts'

/** The server of a script and the files with credentials. Their contents are in no script. */
export type ScriptAccess = {
  url: string
  /** Credential files by identity. */
  files?: { [who: string]: CredentialFiles }
  /** Whether the administrator's credential was not from one of these files. */
  needsAdmin?: boolean
  /** Identities that the run created on the server and deleted afterwards. */
  created?: readonly string[]
  certificateAuthority?: string
  isUnverified?: boolean
}

/** Paths of the files that hold one user's credential. */
export type CredentialFiles = { tokenFile?: string; clientCertificate?: string; clientKey?: string }

/** The violation that the script reproduces. */
export type ScriptExpectation = Pick<Violation, 'says' | 'expected' | 'got' | 'at'>

/**
 * Returns a script that sends a history's requests in order. Its last line names the expected
 * violation. URL, TOKEN and TOKEN_FILE may be set. Other identities have their own variables, such
 * as TOKEN_LIMITED. If a needed credential is not set, the script prints this and sends nothing.
 */
export function curlScript(
  history: History,
  access: ScriptAccess,
  wanted: ScriptExpectation,
): string {
  const sent = history.exchanges.filter(one => one.request.path !== '')
  const { namespaces, types } = history.words
  const used = namespaces.filter(name => sent.some(one => isAbout(one, name)))
  const admin = authorization('admin', access)
  return [
    '#!/bin/sh',
    '# The requests of the case as they were sent. Versions, uids and tokens are those of that run:',
    `# touchstone replay fills in new ones. Writes ${apiVersionOf(types.main)} and others.`,
    ...settings(access, [...new Set(['admin', ...sent.map(({ request }) => request.who)])]),
    `send() { curl -sS -g \${CACERT:+--cacert "$CACERT"} \${INSECURE:+-k} --path-as-is -H 'Accept: application/json' -w '\\nHTTP %{http_code}\\n' "$@"; }`,
    ...used.flatMap(name => namespaceLines(name, history, admin)),
    ...sent.flatMap(exchange => exchangeLines(exchange, access)),
    ...(sent.some(({ stream }) => stream) ? ['wait'] : []),
    ...used.flatMap(name => removal(name, history, admin)),
    say(lookFor(wanted)),
    '',
  ].join('\n')
}

const lookFor = ({ says, expected, got, at }: ScriptExpectation): string =>
  `Look at the response to "${at}". ${says} Expected ${expected}; in the run it was ${got}.`

/** Returns the lines that set defaults. Variables that are already set keep their values. */
function settings(access: ScriptAccess, identities: string[]): string[] {
  const { certificateAuthority, isUnverified } = access
  const defaults = {
    URL: access.url,
    CACERT: certificateAuthority,
    INSECURE: isUnverified ? '1' : undefined,
  }
  return [
    '# URL is the server. Set CACERT to the file of the CA certificate, or INSECURE=1 to skip the',
    '# check of the certificate. Set TOKEN, or TOKEN_FILE to a file with it, to authenticate.',
    ...Object.entries(defaults).flatMap(([name, value]) => orDefault(name, value)),
    ...identities.filter(hasCredential).flatMap(who => credentialLines(who, access)),
  ]
}

const hasCredential = (who: string): boolean => who !== 'anonymous' && who !== 'bad-token'

/** Returns the lines that set a user's credential by default, and exit if there is none. */
function credentialLines(who: string, access: ScriptAccess): string[] {
  const { tokenFile, clientCertificate, clientKey } = access.files?.[who] ?? {}
  const token = variable('TOKEN', who)
  const file = variable('TOKEN_FILE', who)
  const certificate = variable('CLIENT_CERTIFICATE', who)
  const key = variable('CLIENT_KEY', who)
  const others = `(or ${certificate} and ${key}, files in PEM)`
  const says = `${token}: expected a bearer token of ${described(who)} ${others}, got none.`
  const remedy = access.created?.includes(who)
    ? ` The run created this user and deleted it again; touchstone replay creates another one. ${howToMake(who)}`
    : ''
  return [
    ...orDefault(file, tokenFile),
    `[ -n "$${token}" ] || [ -z "$${file}" ] || ${token}=$(cat "$${file}")`,
    ...orDefault(certificate, clientCertificate),
    ...orDefault(key, clientKey),
    ...(isNeeded(who, access)
      ? [`[ -n "$${token}$${certificate}" ] || { ${say(`${says}${remedy}`)} >&2; exit 3; }`]
      : []),
  ]
}

/** Explains how to create a user like the one that the run created, and its token. */
function howToMake(who: string): string {
  const [, verb] = /^only-(.+)$/.exec(who) ?? []
  const rights = verb
    ? `with a ClusterRole and a ClusterRoleBinding for the verb ${verb} on the types of the case`
    : 'without any role'
  const token = variable('TOKEN', who)
  return `Or create a service account ${rights}, and set ${token} to its "kubectl create token".`
}

/**
 * Reports whether a user needs a credential. The administrator needs none on a server without
 * authentication.
 */
const isNeeded = (who: string, { needsAdmin = false }: ScriptAccess): boolean =>
  who !== 'admin' || needsAdmin

function described(who: string): string {
  const [, verb] = /^only-(.+)$/.exec(who) ?? []
  if (verb) return `a user who may ${verb} and nothing else`
  return who === 'admin' ? 'an administrator' : 'a user without permissions'
}

const orDefault = (name: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`[ -n "$${name}" ] || ${name}=${quoted(value)}`]

/** Literal paths may contain the namespace, too. */
const isAbout = ({ request }: Exchange, namespace: string): boolean =>
  request.path.split(/[/?]/).includes(namespace)

function removal(name: string, { words }: History, admin: string): string[] {
  const path = resourcePath(words.types.namespaces, undefined, name)
  return [
    heading(`deletion of namespace ${name}`),
    `send ${admin} -X 'DELETE' "$URL"${quoted(path)}`,
  ]
}

/**
 * Returns the lines that recreate the namespace, which was deleted after the case. It has the run
 * label, so that `touchstone clean` also deletes it.
 */
function namespaceLines(name: string, { words }: History, admin: string): string[] {
  const type = words.types.namespaces
  const body = JSON.stringify(sampleObject(type, 'curl', name, undefined))
  const data = `-H 'Content-Type: application/json' --data-raw ${quoted(body)}`
  return [
    heading(`creation of namespace ${name}`),
    `send ${admin} -X 'POST' ${data} "$URL"${quoted(resourcePath(type))}`,
  ]
}

function exchangeLines(
  { step, request, answer, problem, stream }: Exchange,
  access: ScriptAccess,
): string[] {
  const { method, headers, who } = request
  const { body, bytes } = sendable(request)
  const path = request.path.replaceAll(/[^!-~]/g, '?')
  const words = [
    'send',
    authorization(who, access),
    method === 'HEAD' ? '-I' : `-X ${quoted(method)}`,
    // In curl a header name with an empty value removes the header.
    ...Object.entries(headers).map(
      ([key, value]) => `-H ${quoted(`${key}:${value === null ? '' : ` ${value}`}`)}`,
    ),
    ...(bytes === undefined
      ? body === undefined
        ? []
        : data(body, headers)
      : ['--data-binary @-']),
    `${address(request.endpoint)}${quoted(path)}`,
    // A watch runs in the background during the later requests, for at most 30 seconds.
    ...(stream ? ['-N', '--max-time', '30', '&'] : []),
  ]
  return [
    heading(
      `${step}: in the run the response was ${answer ? answer.status : (problem ?? 'nothing')}`,
    ),
    ...(body === undefined || body.length <= bodyCharactersMax
      ? []
      : [comment(`its body of ${body.length} characters is truncated; replay sends all of it`)]),
    `${sentBytes(bytes)}${words.filter(word => word !== '').join(' ')}`,
  ]
}

/**
 * Returns a body that is safe to print. A body may contain text from a server, with control
 * characters for a terminal or commands for a CI system that shows the script. They are escaped in
 * JSON. Any other body is sent as base64.
 */
function sendable({ body, bytes }: Exchange['request']): { body?: string; bytes?: string } {
  if (bytes !== undefined) return { bytes, ...(body === undefined ? {} : { body }) }
  if (body === undefined) return {}
  if (isJson(body)) return { body: escapeJson(body) }
  const isPlain = !unseen.test(body) && !/^\s*::|##\[|##\w+\[/m.test(body)
  return isPlain ? { body } : { body, bytes: Buffer.from(body).toString('base64') }
}

const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // The body is a literal text.
    return false
  }
}

/** Returns the URL of an endpoint. Endpoints after the first have the variables URL_1, URL_2, … */
const address = (endpoint = 0): string =>
  endpoint === 0 ? '"$URL"' : `"\${URL_${endpoint}:-$URL}"`

/** Returns the start of a pipe that decodes binary data for curl. */
const sentBytes = (bytes: string | undefined): string =>
  bytes === undefined ? '' : `printf %s ${quoted(bytes)} | base64 -d | `

// The limit keeps arguments short enough for any shell.
const bodyCharactersMax = 20_000

function data(body: string, headers: Record<string, string | null>): string[] {
  const isTyped = Object.keys(headers).some(key => key.toLowerCase() === 'content-type')
  return [
    ...(isTyped ? [] : [`-H 'Content-Type: application/json'`]),
    `--data-raw ${quoted(body.slice(0, bodyCharactersMax))}`,
  ]
}

function authorization(who: Identity, access: ScriptAccess): string {
  if (who === 'anonymous') return ''
  if (who === 'bad-token') return `-H 'Authorization: Bearer ${badToken}'`
  const token = variable('TOKEN', who)
  const certificate = variable('CLIENT_CERTIFICATE', who)
  const mayHaveOne = access.files?.[who]?.clientCertificate !== undefined || isNeeded(who, access)
  return [
    `\${${token}:+-H "Authorization: Bearer $${token}"}`,
    ...(mayHaveOne
      ? [`\${${certificate}:+--cert "$${certificate}" --key "$${variable('CLIENT_KEY', who)}"}`]
      : []),
  ].join(' ')
}

/** Returns the name of a user's variable. The administrator's has no suffix. */
const variable = (name: string, who: string): string =>
  who === 'admin' ? name : `${name}_${who.toUpperCase().replaceAll('-', '_')}`

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Replaces all characters that are not printable ASCII, so that the text is one line. */
const plain = (text: string): string => text.replaceAll(/[^ -~]/g, '?')

const comment = (text: string): string => `# ${plain(text)}`

/** Prints a line that separates the answers. */
const heading = (text: string): string => say(`== ${text}`)

const say = (text: string): string => `printf '%s\\n' ${quoted(plain(text))}`
