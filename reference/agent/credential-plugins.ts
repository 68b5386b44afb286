// Credentials for image pulls from plug-ins (AGENT-249, AGENT-272): programs that read a request on
// their standard input and write a response.

import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isJsonObject, type JsonObject, objectIn, objectsIn } from '../api/object.ts'
import type { Clock } from '../api/clock.ts'
import { secondsIn } from '../lib/durations.ts'
import { yaml } from '../lib/deferred-libraries.ts'
import type { ImageAuth } from './cri.ts'
import type { CredentialsFor } from './images.ts'

type Provider = {
  readonly name: string
  readonly matchImages: readonly string[]
  readonly cacheMs: number
  readonly apiVersion: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const timeoutMs = 60_000
const bytesMax = 1024 * 1024

/**
 * Returns the credentials of the plug-ins of a configuration file. Without a file there are none.
 * @throws Error that names the flag and the file
 */
export async function credentialPlugins(
  { file, directory }: { readonly file: string; readonly directory: string },
  { clock, log }: { clock: Pick<Clock, 'steady'>; log: (line: string) => void },
): Promise<CredentialsFor> {
  if (file === '') return async () => undefined
  const providers = await readProviders(file)
  const cache = new Map<string, { auth: JsonObject; untilMs: number }>()

  async function answerOf(provider: Provider, image: string): Promise<JsonObject> {
    const keys = [image, registryOf(image), ''].map(key => `${provider.name} ${key}`)
    const found = keys.map(key => cache.get(key)).find(one => one && one.untilMs > clock.steady())
    if (found) return found.auth
    const response = await run(provider, directory, image)
    const auth = objectIn(response['auth'])
    const ownMs = secondsIn(response['cacheDuration'])
    const cacheMs = ownMs === undefined ? provider.cacheMs : ownMs * 1000
    const key = { Image: keys[0], Registry: keys[1], Global: keys[2] }[
      String(response['cacheKeyType'])
    ]
    if (key === undefined)
      throw new Error(
        `cacheKeyType: expected Image, Registry or Global, got ${String(response['cacheKeyType'])}`,
      )
    if (cacheMs > 0) cache.set(key, { auth, untilMs: clock.steady() + cacheMs })
    return auth
  }

  return async image => {
    for (const provider of providers) {
      if (!provider.matchImages.some(pattern => matchesImage(image, pattern))) continue
      try {
        const auth = await answerOf(provider, image)
        const patterns = Object.keys(auth).toSorted().toReversed()
        const pattern = patterns.find(one => matchesImage(image, one))
        const { username, password } = objectIn(pattern === undefined ? undefined : auth[pattern])
        if (typeof username !== 'string' || typeof password !== 'string') continue
        return { username, password } satisfies ImageAuth
      } catch (error) {
        // The pull is tried without these credentials: the image may be public.
        log(`credential plug-in ${provider.name}: ${(error as Error).message}`)
      }
    }
    return undefined
  }
}

async function readProviders(file: string): Promise<readonly Provider[]> {
  const fault = (what: string) => new Error(`--image-credential-provider-config: ${file}: ${what}`)
  let config: unknown
  try {
    config = yaml().parse(await readFile(file, 'utf8'))
  } catch (cause) {
    throw fault((cause as Error).message)
  }
  if (!isJsonObject(config) || !Array.isArray(config['providers']))
    throw fault('providers: expected a list')
  return objectsIn(config['providers']).map((provider, index) => {
    const at = `providers[${index}]`
    const name = String(provider['name'] ?? '')
    // AGENT-272: a name with a separator could leave the directory.
    if (name === '' || name !== basename(name) || name === '..')
      throw fault(`${at}.name: expected the name of a file, got ${JSON.stringify(name)}`)
    const matchImages = Array.isArray(provider['matchImages']) ? provider['matchImages'] : []
    if (matchImages.length === 0) throw fault(`${at}.matchImages: expected patterns, got none`)
    const seconds = secondsIn(provider['defaultCacheDuration'])
    if (seconds === undefined) throw fault(`${at}.defaultCacheDuration: expected a duration`)
    const args = Array.isArray(provider['args']) ? provider['args'] : []
    return {
      name,
      matchImages: matchImages.map(String),
      cacheMs: seconds * 1000,
      apiVersion: String(provider['apiVersion'] ?? ''),
      args: args.map(String),
      env: Object.fromEntries(
        objectsIn(provider['env']).map(one => [String(one['name']), String(one['value'])]),
      ),
    }
  })
}

/** Runs a plug-in, which is looked up in its directory only. */
async function run(provider: Provider, directory: string, image: string): Promise<JsonObject> {
  const { name, apiVersion, args, env } = provider
  const child = spawn(join(directory, name), args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
    signal: AbortSignal.timeout(timeoutMs),
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  child.stdin.on('error', () => {})
  child.stdin.end(JSON.stringify({ kind: 'CredentialProviderRequest', apiVersion, image }))
  const [output, code] = await Promise.all([text(child.stdout), ended])
  if (code !== 0) throw new Error(`expected exit code 0, got ${code}`)
  if (output.length > bytesMax) throw new Error(`expected at most ${bytesMax} characters`)
  const response: unknown = JSON.parse(output)
  if (isJsonObject(response) && response['apiVersion'] === apiVersion) return response
  throw new Error(`expected a response of ${apiVersion}`)
}

const registryOf = (image: string): string => placeOf(image).host

/** An image without a registry belongs to the usual one. */
function placeOf(image: string): { host: string; path: string } {
  const [first = '', ...rest] = image.split('/')
  const hasHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost')
  return hasHost ? { host: first, path: rest.join('/') } : { host: 'docker.io', path: image }
}

/** Whether a pattern such as `*.example.com/team` matches an image: a `*` is one part of a name. */
export function matchesImage(image: string, pattern: string): boolean {
  const [hostPattern = '', ...path] = pattern.replace(/^https?:\/\//, '').split('/')
  const { host, path: imagePath } = placeOf(image)
  const [patternName = '', patternPort] = hostPattern.split(':')
  const [name = '', port] = host.split(':')
  const [wanted, found] = [patternName.split('.'), name.split('.')]
  if (patternPort !== port || wanted.length !== found.length) return false
  const isHost = wanted.every((part, at) => globOf(part).test(found[at] ?? ''))
  return isHost && imagePath.startsWith(path.join('/'))
}

const globOf = (part: string): RegExp =>
  new RegExp(
    `^${part
      .split('*')
      .map(text => text.replace(/[^\w-]/g, '\\$&'))
      .join('[^.]*')}$`,
  )
