// Opens the environments in which checks run at the same time, each with its own namespaces.

import { randomBytes } from 'node:crypto'
import { createClient, defaultClientLimits } from '../../fixtures/client/client.ts'
import type { Client, ClientLimits } from '../../fixtures/client/client.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import type { Environment } from '../../properties/perform/environment.ts'
import { createWaitMemory } from '../../properties/perform/wait-memory.ts'
import type { Identity } from '../../properties/dsl/scenario.ts'
import { createAlternateClients } from '../target/alternate-clients.ts'
import { createStartedAgents } from '../target/started-agents.ts'
import { createStartedSetups } from '../target/started-setups.ts'
import {
  concurrencyFor,
  createRunNamespaces,
  isSlowButConcurrent,
  sweepRun,
} from '../target/run-namespaces.ts'
import type { SweepResult } from '../target/run-namespaces.ts'
import type { TimeoutPolicy } from './timeout-policy.ts'

export type TimeoutPolicies = { readonly target: TimeoutPolicy; readonly alternates: TimeoutPolicy }

export type EnvironmentOptions = {
  /** How many checks run at the same time. */
  concurrency: number
  /** How many more do, if the server responds slowly, but to several requests at the same time. */
  more?: number
  /** Milliseconds for one scenario. */
  caseMs: number
  /** Milliseconds for one answer; 30,000 unless set. */
  requestMs?: number
  timeoutPolicies?: TimeoutPolicies
}

/** The environments of a run on one target. `close` deletes what was created in them. */
export type Environments = {
  environments: Environment[]
  /** Resolves with the environment of this index with new namespaces, for the nth time. */
  renew(index: number, renewals: number): Promise<Environment>
  requests(): number
  close(): Promise<SweepResult>
}

/**
 * Opens as many environments as the concurrency allows, each with its namespaces, and `more` if the
 * server creates those of several environments about as fast as those of one, but slowly.
 * @throws TargetUnreachable when the target refuses them
 */
export async function openEnvironments(
  target: Target,
  {
    concurrency,
    more = 0,
    caseMs,
    requestMs = defaultClientLimits.answerMs,
    timeoutPolicies,
  }: EnvironmentOptions,
): Promise<Environments> {
  const run = randomBytes(4).toString('hex')
  // A run may wait less long than a client, not longer.
  const limits = {
    ...defaultClientLimits,
    answerMs: Math.max(requestMs, defaultClientLimits.answerMs),
  }
  const wrap = (client: Client) => timeoutPolicies?.target.wrap(client) ?? client
  const clients = clientsOf(target, limits, wrap)
  const setups = createStartedSetups(target)
  const agents = createStartedAgents(target)
  const alternates = createAlternateClients(target, { ...setups, agents }, limits)
  const { types, unserved, controls, apiDomain, dialect } = target
  const shared = {
    clients,
    otherClient: async (serverName: string, who: Identity) => {
      const client = await alternates.client(serverName, who)
      return client && (timeoutPolicies?.alternates.wrap(client) ?? client)
    },
    hosts: setups.hosts,
    types,
    controls,
    apiDomain,
    dialect: dialect.name,
    ordered: dialect.ordered,
    run,
    caseMs,
    definitions: new Map(),
    waits: createWaitMemory(),
  }
  let cases = 0
  const requests = () =>
    Object.values(clients).reduce((sum, client) => sum + client.requests(), alternates.requests())
  const close = async () => {
    const swept = await sweepRun({ ...shared, ...(unserved ? { unserved } : {}) }, run)
    await Promise.all([...Object.values(clients), alternates].map(one => one.close()))
    await Promise.all([setups.close(), agents.close()])
    return swept
  }
  const renew = async (index: number, renewals = 0): Promise<Environment> => ({
    ...shared,
    namespaces: await createRunNamespaces(target, clients.admin, run, index, renewals),
    nextPrefix: () => `t${run}-${cases++}-`,
  })
  const openFrom = async (first: number, end: number) => {
    const start = performance.now()
    const indexes = Array.from({ length: end - first }, (_, at) => first + at)
    const environments = await allSettledOrThrow(indexes.map(index => renew(index)))
    return { environments, tookMs: performance.now() - start }
  }
  try {
    const count = concurrencyFor(target, concurrency)
    const alone = await openFrom(0, 1)
    const together = await openFrom(1, count)
    const times = { aloneMs: alone.tookMs, togetherMs: together.tookMs }
    const isGrown = count > 1 && isSlowButConcurrent(times)
    const added = await openFrom(count, isGrown ? count + more : count)
    const environments = [alone, together, added].flatMap(one => one.environments)
    return { environments, renew, requests, close }
  } catch (problem) {
    await close()
    throw problem
  }
}

/** Waits for all promises, so that nothing is created after a failure was reported. */
async function allSettledOrThrow<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}

function clientsOf(
  { connection, credentials }: Target,
  limits: ClientLimits,
  wrap: (client: Client) => Client,
): { admin: Client } & Partial<Record<Identity, Client>> {
  const entries = Object.entries(credentials).map(
    ([identity, credential]) =>
      [identity, wrap(createClient(connection, credential, limits))] as const,
  )
  return Object.fromEntries(entries) as { admin: Client }
}
