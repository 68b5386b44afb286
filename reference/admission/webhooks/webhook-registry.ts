// Keeps the webhooks in step with the stored configurations.

import { objectsIn } from '../../api/object.ts'
import { storePrefixOf } from '../../api/resource.ts'
import { logFailure } from '../../api/log-failure.ts'
import type { ResourceRequestInfo } from '../../api/request.ts'
import { Compacted, type Revision, type StoredEntry } from '../../api/store.ts'
import type { Webhook, WebhookPhase } from '../../api/webhooks.ts'
import type { Controller, Parts, WebhookRegistry } from '../../parts/parts.ts'
import { builtInResource } from '../admission-plugin.ts'
import { compileWebhook } from './compile-webhook.ts'

const retryMs = 500

const kinds = {
  mutating: 'MutatingWebhookConfiguration',
  validating: 'ValidatingWebhookConfiguration',
} as const

/** A configuration as it was read. */
type Known = { readonly revision: Revision; readonly webhooks: readonly Webhook[] }

const none: readonly Webhook[] = []

/** Returns a registry without webhooks, until its controller has started. */
export function webhookRegistry(): WebhookRegistry {
  const phases = { mutating: newPhase(), validating: newPhase() }
  return {
    candidates: (phase, info) => {
      const { loading, candidates } = phases[phase]
      return loading ? loading.then(() => candidates(info)) : candidates(info)
    },
    startController: parts => {
      const controllers = [
        followPhase('mutating', phases.mutating, parts),
        followPhase('validating', phases.validating, parts),
      ]
      return {
        whenIdle: async () => {
          for (const { whenIdle } of controllers) await whenIdle()
        },
        close: () => {
          for (const { close } of controllers) close()
        },
      }
    },
  }
}

type Phase = ReturnType<typeof newPhase>

function newPhase() {
  const known = new Map<string, Known>()
  let all: readonly Webhook[] = none
  const byResource = new Map<string, readonly Webhook[]>()
  return {
    known,
    /** Set until the stored configurations have been read. */
    loading: undefined as Promise<void> | undefined,
    /** Updates the webhooks after a change of `known`: by name, then in the order of the list. */
    update(): void {
      const names = [...known.keys()].sort()
      all = names.flatMap(name => known.get(name)?.webhooks ?? none)
      byResource.clear()
    },
    /** Returns the webhooks that may match a resource, computed once for each. */
    candidates(info: ResourceRequestInfo): readonly Webhook[] {
      if (all.length === 0) return none
      const key = `${info.group}/${info.resource}`
      const found = byResource.get(key) ?? all.filter(webhook => mayMatch(webhook, info))
      byResource.set(key, found)
      return found
    },
  }
}

/** An equivalent resource has the same name, but may be in another group. */
const mayMatch = ({ rules, acceptsEquivalent }: Webhook, info: ResourceRequestInfo): boolean =>
  rules.some(
    ({ apiGroups, resources }) =>
      (acceptsEquivalent || apiGroups.includes('*') || apiGroups.includes(info.group)) &&
      resources.some(text => ['*', info.resource].includes(text.split('/')[0] ?? '')),
  )

/** Follows the configurations of a phase. */
function followPhase(name: WebhookPhase, phase: Phase, parts: Parts): Controller {
  const closing = new AbortController()
  const kind = { group: 'admissionregistration.*', kind: kinds[name] }
  const type = builtInResource(kind, parts)
  const prefix = storePrefixOf(type, '')
  const { known } = phase
  const waiting: (() => void)[] = []
  let markLoaded: () => void = () => undefined
  phase.loading = new Promise(resolve => (markLoaded = resolve))

  const wake = () => {
    phase.update()
    for (const one of waiting.splice(0)) one()
  }

  function learn(entry: StoredEntry): void {
    try {
      const object = parts.stages.decodeStored(entry, type)
      const webhooks = objectsIn(object.webhooks).map(one => compileWebhook(one, name))
      known.set(nameIn(entry), { revision: entry.revision, webhooks })
    } catch (error) {
      known.set(nameIn(entry), { revision: entry.revision, webhooks: none })
      logFailure('webhook configurations', error)
    }
  }

  async function follow(): Promise<void> {
    const { entries, revision } = await parts.watchCache.range({ prefix })
    known.clear()
    entries.forEach(learn)
    wake()
    phase.loading = undefined
    markLoaded()
    for await (const { type: change, entry } of parts.watchCache.watch(
      prefix,
      revision,
      closing.signal,
    )) {
      if (change === 'remove') known.delete(nameIn(entry))
      else learn(entry)
      wake()
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await follow().catch((error: unknown) => {
        // The revision to watch from has been compacted, or the store failed.
        if (!closing.signal.aborted && !(error instanceof Compacted))
          logFailure('webhook configurations', error)
      })
      if (closing.signal.aborted) return
      await new Promise<void>(resolve => parts.clock.after(retryMs, resolve))
    }
  }

  async function isCurrent(): Promise<boolean> {
    const { entries } = await parts.store.range({ prefix })
    const isKnown = (entry: StoredEntry) => known.get(nameIn(entry))?.revision === entry.revision
    return entries.length === known.size && entries.every(isKnown)
  }

  void run()
  return {
    whenIdle: async () => {
      for (;;) {
        const next = new Promise<void>(resolve => waiting.push(resolve))
        if (closing.signal.aborted || (await isCurrent())) return
        await next
      }
    },
    close: () => {
      closing.abort()
      markLoaded()
      for (const { webhooks } of known.values()) for (const { agent } of webhooks) agent.destroy()
      for (const one of waiting.splice(0)) one()
    },
  }
}

const nameIn = ({ key }: Pick<StoredEntry, 'key'>): string => key.split('/')[3] ?? ''
