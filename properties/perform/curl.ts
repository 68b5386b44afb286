// Writes a history as a shell script, to reproduce it with only curl.

import { issuersHost, setupNameIn, webHost } from '../dsl/setup-names.ts'
import { badToken } from '../../fixtures/client/redact.ts'
import { escapeJson } from '../../fixtures/client/escape-json.ts'
import { apiVersionOf, resourcePath, sampleObject } from '../../fixtures/objects/tested-types.ts'
import type { Exchange, History } from '../history/history.ts'
import type { Violation } from '../history/observation.ts'
import type { Identity } from '../dsl/scenario.ts'
import { createdObjects } from './script-clean-up.ts'
import { concurrentGroups, groupLines } from './script-lanes.ts'
import { orLost, orStop, stopFunction, stopIfLost } from './script-responses.ts'
import { scriptValues } from './script-values.ts'
import type { ScriptPart, ResponseVariable } from './script-values.ts'

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
 * Returns a script that sends a history's requests in order, or at once where they were concurrent.
 * Uids, versions, tokens and generated names are read from its own responses, names contain a new
 * id, and it deletes what it created. Its last line names the expected violation. URL, TOKEN and
 * TOKEN_FILE may be set. Other identities have separate variables, such as TOKEN_LIMITED. If a
 * needed credential is not set, the script prints this, sends nothing and exits with 3. It exits
 * with 2 if a request gets no response that got one in the history.
 */
export function curlScript(
  history: History,
  access: ScriptAccess,
  wanted: ScriptExpectation,
): string {
  const sent = history.exchanges.filter(one => one.request.path !== '')
  if (sent.some(({ request }) => isOfSetup(request.server))) return scriptOfSetup(wanted)
  const { namespaces, types } = history.context
  const used = namespaces.filter(name => sent.some(one => isAbout(one, name)))
  const admin = authorization('admin', access)
  const { variables, partsOf, run, usersOf } = scriptValues({ ...history, exchanges: sent })
  const isEncoded = sent.some(({ request }) =>
    partsOf(request.path, request).some(part => typeof part !== 'string' && part.isEncoded),
  )
  const script: Script = { history, access, partsOf, admin, isPaused: sent.length > 1 }
  const made = createdObjects({ ...history, exchanges: sent })
  const requests = [
    ...used.flatMap(name => namespaceLines(name, script)),
    ...concurrentGroups(sent).flatMap(group =>
      groupLines(group, one => exchangeLines(one, variables.get(one) ?? [], script), usersOf),
    ),
  ]
  const first = requests.findIndex(line => line.endsWith(orLost))
  return [
    '#!/bin/sh',
    '# The requests of the case. Versions, uids and tokens are taken from the responses, and names',
    `# are new. Writes ${apiVersionOf(types.main)} and others, and deletes what it created.`,
    ...settings(access, [...new Set(['admin', ...sent.map(({ request }) => request.who)])]),
    ...(run === undefined ? [] : [`[ -n "$RUN" ] || RUN=${run}`]),
    `send() { curl -sS -g \${CACERT:+--cacert "$CACERT"} \${INSECURE:+-k} --path-as-is -w '\\nHTTP %{http_code}\\n' "$@"; }`,
    ...(variables.size > 0 ? valueFunction : []),
    ...(isEncoded ? [encodedFunction] : []),
    ...(made.some(({ mayHaveFinalizers }) => mayHaveFinalizers) ? freeFunction(admin) : []),
    ...(first < 0 ? [] : stopFunction),
    ...requests.map((line, index) =>
      index === first ? `${line.slice(0, -orLost.length)}${orStop}` : line,
    ),
    ...(sent.some(({ stream }) => stream) ? ['wait'] : []),
    ...made.flatMap(({ path, mayHaveFinalizers }) => discardLines(path, mayHaveFinalizers, script)),
    ...used.flatMap(name => removal(name, script)),
    ...(first < 0 ? [] : [stopIfLost]),
    say(lookFor(wanted)),
    '',
  ].join('\n')
}

const isOfSetup = (serverName: string | undefined): boolean =>
  serverName !== undefined &&
  (setupNameIn(serverName) !== undefined || [issuersHost, webHost].includes(serverName))

/** A script cannot start the server and the hosts that such a case needs. */
const scriptOfSetup = (wanted: ScriptExpectation): string =>
  [
    '#!/bin/sh',
    say('This case needs servers or hosts that a script cannot start.'),
    say('Repeat it with the command `touchstone replay` of the report.'),
    say(lookFor(wanted)),
    'exit 1',
    '',
  ].join('\n')

type Script = {
  history: History
  access: ScriptAccess
  /** Splits a text of a request into literal text and variables. */
  partsOf: (text: string, request?: Exchange['request']) => ScriptPart[]
  /** The arguments with the administrator's credential. */
  admin: string
  /** Whether the script waits after it opens a watch. */
  isPaused: boolean
}

/** Defines `value`, which prints the value at a JSON pointer of the last response. */
const valueFunction = [
  'value() { printf "%s\\n" "$answer" | awk -v wanted="$1" \'',
  '  function next_token() {',
  '    sub(/^[ \\t\\r\\n]+/, "", text)',
  '    if (!match(text, /^("([^"\\\\]|\\\\.)*"|[^][{}:," \\t\\r\\n]+|.)/)) return ""',
  '    token = substr(text, 1, RLENGTH); text = substr(text, RLENGTH + 1)',
  '    return token',
  '  }',
  '  function read(at,  open, key, count) {',
  '    open = next_token()',
  '    if (open != "{" && open != "[") {',
  '      if (at == wanted) { gsub(/^"|"$/, "", open); print open; exit }',
  '      return',
  '    }',
  '    for (count = 0; text != ""; count++) {',
  '      if (text ~ /^[ \\t\\r\\n]*[]}]/) { next_token(); return }',
  '      if (count > 0) next_token()',
  '      key = count',
  '      if (open == "{") { key = next_token(); gsub(/^"|"$/, "", key); next_token() }',
  '      read(at "/" key)',
  '    }',
  '  }',
  '  { text = text $0 "\\n" }',
  '  END { read("") }\'; }',
]

/** Defines `encoded`, which escapes a value for a query. */
const encodedFunction = `encoded() { printf %s "$1" | sed 's/%/%25/g; s/+/%2B/g; s/=/%3D/g; s,/,%2F,g; s/&/%26/g; s/ /%20/g; s/#/%23/g; s/"/%22/g; s/[{]/%7B/g; s/[}]/%7D/g; s/,/%2C/g; s/:/%3A/g'; }`

/** Defines `free`, which removes the finalizers of an object, so that its deletion can end. */
const freeFunction = (admin: string): string[] => [
  'free() {',
  `  object=$(send ${admin} "$URL$1" | sed '$d' | tr -d '\\n' | sed 's/"finalizers" *: *\\[[^]]*\\]/"finalizers":[]/g')`,
  '  case $object in *\'"finalizers":[]\'*)',
  `    send ${admin} -X 'PUT' -H 'Content-Type: application/json' --data-raw "$object" "$URL$1"`,
  `    send ${admin} -X 'DELETE' "$URL$1";;`,
  '  esac',
  '}',
]

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

function removal(name: string, { history: { context }, admin, partsOf }: Script): string[] {
  const path = resourcePath(context.types.namespaces, undefined, name)
  return [
    headingWithNames(`deletion of namespace ${name}`, partsOf),
    `send ${admin} -X 'DELETE' "$URL"${shellText(partsOf(path))}`,
  ]
}

function discardLines(
  path: string,
  mayHaveFinalizers: boolean,
  { admin, partsOf }: Script,
): string[] {
  const place = shellText(partsOf(path))
  return [
    headingWithNames(`deletion of ${path}`, partsOf),
    `send ${admin} -X 'DELETE' "$URL"${place}`,
    ...(mayHaveFinalizers ? [`free ${place}`] : []),
  ]
}

/**
 * Returns the lines that recreate the namespace, which was deleted after the case. It has the run
 * label, so that `touchstone clean` also deletes it.
 */
function namespaceLines(name: string, { history: { context }, admin, partsOf }: Script): string[] {
  const type = context.types.namespaces
  const body = JSON.stringify(sampleObject(type, 'curl', name, undefined))
  const data = `-H 'Content-Type: application/json' --data-raw ${shellText(partsOf(body))}`
  return [
    headingWithNames(`creation of namespace ${name}`, partsOf),
    `send ${admin} -X 'POST' ${data} "$URL"${quoted(resourcePath(type))}${orLost}`,
  ]
}

function exchangeLines(
  { step, request, answer, problem, stream }: Exchange,
  variables: ResponseVariable[],
  { access, partsOf, isPaused }: Script,
): string[] {
  const { method, headers, who } = request
  const { body, bytes } = sendable(request)
  const path = request.path.replaceAll(/[^!-~]/g, '?')
  const words = [
    'send',
    authorization(who, access),
    method === 'HEAD' ? '-I' : `-X ${quoted(method)}`,
    ...(hasHeader(headers, 'accept') ? [] : [`-H 'Accept: application/json'`]),
    // In curl a header name with an empty value removes the header.
    ...Object.entries(headers).map(
      ([key, value]) => `-H ${quoted(`${key}:${value === null ? '' : ` ${value}`}`)}`,
    ),
    ...(bytes === undefined
      ? body === undefined
        ? []
        : data(partsOf(body.slice(0, bodyCharactersMax), request), headers)
      : ['--data-binary @-']),
    `${address(request.endpoint)}${shellText(partsOf(path, request))}`,
    // A watch runs in the background during the later requests, for at most WATCH_SECONDS.
    ...(stream ? ['-N', '--max-time', '"${WATCH_SECONDS:-30}"', '&'] : []),
  ]
  const line = `${sentBytes(bytes)}${words.filter(word => word !== '').join(' ')}`
  const ending = stream || problem !== undefined || !answer ? '' : orLost
  return [
    heading(
      `${step}: in the run the response was ${answer ? answer.status : (problem ?? 'nothing')}`,
    ),
    ...(body === undefined || body.length <= bodyCharactersMax
      ? []
      : [comment(`its body of ${body.length} characters is truncated; replay sends all of it`)]),
    ...(variables.length > 0
      ? [
          `answer=$(${line})${ending}`,
          `printf '%s\\n' "$answer"`,
          ...variables.map(({ variable, pointer }) => `${variable}=$(value ${quoted(pointer)})`),
        ]
      : [`${line}${ending}`]),
    ...(stream && isPaused ? ['sleep 1'] : []),
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

const hasHeader = (headers: Record<string, string | null>, name: string): boolean =>
  Object.keys(headers).some(key => key.toLowerCase() === name)

// The limit keeps arguments short enough for any shell.
const bodyCharactersMax = 20_000

function data(body: ScriptPart[], headers: Record<string, string | null>): string[] {
  return [
    ...(hasHeader(headers, 'content-type') ? [] : [`-H 'Content-Type: application/json'`]),
    `--data-raw ${shellText(body)}`,
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

/** Writes literal text in quotes, with the variables between. */
const shellText = (parts: ScriptPart[]): string =>
  parts
    .map(part => {
      if (typeof part === 'string') return quoted(part)
      return part.isEncoded ? `"$(encoded "$${part.variable}")"` : `"$${part.variable}"`
    })
    .join('') || "''"

/** Replaces all characters that are not printable ASCII, so that the text is one line. */
const plain = (text: string): string => text.replaceAll(/[^ -~]/g, '?')

const comment = (text: string): string => `# ${plain(text)}`

/** Prints a line that separates the answers. */
const heading = (text: string): string => say(`== ${text}`)

/** A heading in which the names of the run are those of the script. */
const headingWithNames = (text: string, partsOf: Script['partsOf']): string =>
  `printf '%s\\n' ${shellText(partsOf(`== ${text}`))}`

const say = (text: string): string => `printf '%s\\n' ${quoted(plain(text))}`
