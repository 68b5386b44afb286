// Decides how the value of each key is stored, by the rules of an EncryptionConfiguration.

import type { Clock } from '../../api/clock.ts'
import type {
  EncryptionProvider,
  EncryptionRule,
  EncryptionSettings,
  KmsSettings,
  OpenedValue,
  ValueTransformer,
} from '../../api/encryption.ts'
import { type Key, SealFailure } from '../../api/store.ts'
import { aesCbc, aesGcm, secretBox } from './ciphers.ts'
import { kmsClient } from './kms/kms-client.ts'
import { kmsProviderV1 } from './kms/kms-first-version.ts'
import type { KmsContext, KmsProvider } from './kms/kms-provider.ts'
import { kmsProviderV2 } from './kms/kms-second-version.ts'
import { keyProvider, type ValueProvider } from './value-provider.ts'

/** The transformer of a store, and the plug-ins that it uses. */
export type Encryption = ValueTransformer & {
  /** The KMS plug-ins in use, in the order of the configuration. */
  plugins(): readonly KmsProvider[]
  /**
   * Uses other settings from now on, once their plug-ins work.
   * @throws Error when one does not, and the old settings stay
   */
  replace(settings: EncryptionSettings): Promise<void>
  /** Begins to ask plug-ins for their keys, until `close`. */
  start(): void
  close(): void
}

type Context = {
  readonly clock: Pick<Clock, 'steady' | 'after'>
  /** Precedes all keys where they are stored; `/registry` unless set. */
  readonly prefix?: string | undefined
}

type Rules = {
  readonly providersFor: (key: Key) => readonly ValueProvider[]
  readonly plugins: readonly KmsProvider[]
}

const encrypted = Buffer.from('k8s:enc:')
const ciphers = { aescbc: aesCbc, aesgcm: aesGcm, secretbox: secretBox }

const identity: ValueProvider = {
  prefix: Buffer.alloc(0),
  seal: value => value,
  open(value) {
    if (startsWith(value, encrypted)) throw new Error('no provider of its type reads the bytes')
    return { value, isStale: false }
  },
}

// A plug-in that starts together with a new configuration is waited for.
const replaceWaitMs = 10_000
const retryMs = 100

/**
 * Returns the encryption of a store. Without rules it stores everything as it is, and reads nothing
 * that is encrypted.
 */
export function transformValues(
  settings: EncryptionSettings,
  { clock, prefix = '/registry' }: Context,
): Encryption {
  const listeners: (() => void)[] = []
  const onKey = () => listeners.forEach(act => void act())
  let current = settings
  let rules = rulesOf(settings, { clock, onKey })
  let isStarted = false
  const stopped = new AbortController()
  /** Each closes plug-ins that are no longer used. */
  const retirements = new Set<() => void>()
  // As genuine servers name the places of objects of the core group and of custom types.
  const pathOf = (key: Key) => `${prefix}/${key}`.replaceAll(/\/+/g, '/')
  const wait = (ms: number) => new Promise<void>(resolve => clock.after(ms, resolve))

  async function requireWorking({ plugins }: Rules): Promise<void> {
    const until = clock.steady() + replaceWaitMs
    for (const plugin of plugins) {
      for (;;) {
        const problem = await plugin.check().then(
          () => undefined,
          (cause: Error) => cause,
        )
        if (!problem) break
        if (clock.steady() > until || stopped.signal.aborted)
          throw new Error(`the KMS plug-in ${plugin.name} does not work: ${problem.message}`)
        await wait(retryMs)
      }
    }
    stopped.signal.throwIfAborted()
  }

  /** Closes plug-ins after a time in which calls that have begun end, or with the encryption. */
  function retire(plugins: readonly KmsProvider[], ms: number): void {
    const end = () => {
      cancel()
      retirements.delete(end)
      for (const plugin of plugins) plugin.close()
    }
    const cancel = clock.after(ms, end)
    retirements.add(end)
  }

  return {
    seal(value, key) {
      const [{ prefix: start, seal } = identity] = rules.providersFor(key)
      const failed = (cause: unknown) => new SealFailure(key, { cause })
      const complete = (sealed: Buffer) =>
        start.length === 0 ? sealed : Buffer.concat([start, sealed])
      try {
        const sealed = seal(value, pathOf(key))
        if (!(sealed instanceof Promise)) return complete(sealed)
        return sealed.then(complete, (cause: unknown) => Promise.reject(failed(cause)))
      } catch (cause) {
        throw failed(cause)
      }
    },
    open: (stored, key) => openWith(rules.providersFor(key), stored, pathOf(key)),
    isKept: key => !rules.providersFor(key).some(({ isNotKept }) => isNotKept),
    onChange: act => void listeners.push(act),
    plugins: () => rules.plugins,
    async replace(next) {
      const made = rulesOf(next, { clock, onKey })
      try {
        await requireWorking(made)
      } catch (problem) {
        for (const plugin of made.plugins) plugin.close()
        throw problem
      }
      const { plugins: old } = rules
      rules = made
      onKey()
      if (isStarted) for (const plugin of made.plugins) plugin.start()
      retire(old, graceMs(current))
      current = next
    },
    start() {
      isStarted = true
      for (const plugin of rules.plugins) plugin.start()
    },
    close() {
      stopped.abort(new Error('the server closes'))
      for (const plugin of rules.plugins) plugin.close()
      for (const end of retirements) end()
    },
  }
}

/** Twice as long as all plug-ins may take, one after the other. */
const graceMs = ({ rules }: EncryptionSettings): number =>
  2 *
  rules
    .flatMap(({ providers }) => providers)
    .reduce((sum, one) => sum + (one.kind === 'kms' ? one.timeoutMs : 0), 0)

function rulesOf({ rules }: EncryptionSettings, context: Omit<KmsContext, 'client'>): Rules {
  const plugins: KmsProvider[] = []
  const known = rules.map(({ resources, providers }) => ({
    resources,
    providers: providers.flatMap(provider => {
      if (provider.kind !== 'kms') return providersOf(provider)
      const plugin = kmsProvider(provider, context)
      plugins.push(plugin)
      return [plugin]
    }),
  }))
  const byType = new Map<string, readonly ValueProvider[]>()
  return {
    plugins,
    providersFor(key) {
      const type = typeOf(key)
      const held = byType.get(type)
      if (held) return held
      const found = known.find(({ resources }) => resources.some(name => covers(name, type)))
      const providers = (type.startsWith(ownGroup) ? undefined : found?.providers) ?? [identity]
      byType.set(type, providers)
      return providers
    },
  }
}

const kmsProvider = (settings: KmsSettings, context: Omit<KmsContext, 'client'>): KmsProvider =>
  (settings.version === 'v1' ? kmsProviderV1 : kmsProviderV2)(settings, {
    client: kmsClient(settings.socket, settings.timeoutMs),
    ...context,
  })

function providersOf(provider: Exclude<EncryptionProvider, KmsSettings>): ValueProvider[] {
  if (provider.kind === 'identity') return [identity]
  const { kind, keys } = provider
  return keys.map(({ name, secret }) =>
    keyProvider(`k8s:enc:${kind}:v1:${name}:`, ciphers[kind](secret)),
  )
}

/** Opens a value with the first of the providers that can. @throws Error, or rejects with it */
function openWith(
  providers: readonly ValueProvider[],
  stored: Buffer,
  path: string,
  { first = 0, failure }: { first?: number; failure?: unknown } = {},
): OpenedValue | Promise<OpenedValue> {
  for (const [offset, { prefix, open }] of providers.slice(first).entries()) {
    if (!startsWith(stored, prefix)) continue
    const index = first + offset
    const mark = (opened: OpenedValue): OpenedValue =>
      index > 0 ? { ...opened, isStale: true } : opened
    try {
      const opened = open(stored.subarray(prefix.length), path)
      if (!(opened instanceof Promise)) return mark(opened)
      return opened.then(mark, problem =>
        openWith(providers, stored, path, { first: index + 1, failure: problem }),
      )
    } catch (problem) {
      failure = problem
    }
  }
  throw failure ?? new Error('no provider of its type reads the stored bytes')
}

// What the server stores for itself, which clients of any provider must be able to read.
const ownGroup = 'touchstone/'

function startsWith(bytes: Buffer, prefix: Buffer): boolean {
  return bytes.length >= prefix.length && bytes.subarray(0, prefix.length).equals(prefix)
}

/** Returns `group/resource` of a key. */
const typeOf = (key: Key): string => key.slice(0, key.indexOf('/', key.indexOf('/') + 1))

/** Whether a name of a rule covers a type. A name without a dot is in the core group. */
function covers(name: EncryptionRule['resources'][number], type: string): boolean {
  if (name === '*.*') return true
  const [group = '', resource = ''] = type.split('/')
  const dot = name.indexOf('.')
  const wanted = dot === -1 ? { resource: name, group: '' } : splitAt(name, dot)
  return wanted.group === group && (wanted.resource === '*' || wanted.resource === resource)
}

const splitAt = (name: string, dot: number) => ({
  resource: name.slice(0, dot),
  group: name.slice(dot + 1),
})
