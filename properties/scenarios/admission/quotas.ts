// Scenarios with a quota of a case, in one of its namespaces.

import { pollUntil } from '../../dsl/custom-steps.ts'
import type { PollStep, RequestStep } from '../../dsl/scenario.ts'
import { caseName, editTerm, rawRequest, sampleTerm } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { patchMediaTypes } from '../../dsl/write-steps.ts'
import { idlePod, pods, typePath } from '../named-types.ts'

type Fields = { [member: string]: Term }

const quotas = { apiVersion: 'v1', resource: 'resourcequotas' }
/** Objects of this type have no effect, and no controller creates any. */
const templates = { apiVersion: 'v1', resource: 'podtemplates', kind: 'PodTemplate' }
export const countedTemplates = 'count/podtemplates'

export const quotaStep = 'quota'
export const countedStep = 'quota is counted'
export const enforcedStep = 'quota is enforced'

/** POST of a quota. */
export const createQuota = (hard: Fields, more: Fields = {}): RequestStep =>
  rawRequest(quotaStep, 'POST', typePath(quotas, 0), {
    body: editTerm(sampleTerm('namespaces', 'quota'), {
      '/apiVersion': 'v1',
      '/kind': 'ResourceQuota',
      '/spec': { hard, ...more },
    }),
  })

const quotaPath = typePath(quotas, 0, caseName('quota'))

/**
 * Waits until the status of the quota shows a usage. A server that caches quotas may decide by an
 * older one before.
 */
export const untilUsed = (as: string, used: Fields): PollStep =>
  pollUntil(rawRequest(as, 'GET', quotaPath), { status: { used } })

export const readQuota = (as: string): RequestStep => rawRequest(as, 'GET', quotaPath)

/** A quota in force, whose usage has been counted. */
export const quotaInForce = (hard: Fields, more: Fields = {}) => [
  createQuota(hard, more),
  pollUntil(rawRequest(countedStep, 'GET', quotaPath), { status: { hard } }),
]

const configMaps = { apiVersion: 'v1', resource: 'configmaps', kind: 'ConfigMap' }

/**
 * A quota in force for templates, whose usage has been counted. Reads show a quota before creates
 * are checked against it. The quota also allows no config maps, so creates are checked as soon as
 * one of those is refused.
 */
export const templateQuotaInForce = (hard: Fields) => [
  ...quotaInForce({ ...hard, 'count/configmaps': '0' }),
  {
    poll: rawRequest(enforcedStep, 'POST', typePath(configMaps, 0), {
      query: { dryRun: 'All' },
      body: editTerm(sampleTerm('namespaces', 'none'), {
        '/apiVersion': configMaps.apiVersion,
        '/kind': configMaps.kind,
      }),
    }),
    isRefused: true as const,
  },
]

export const changeQuota = (as: string, hard: Fields): RequestStep =>
  rawRequest(as, 'PATCH', quotaPath, {
    headers: { 'content-type': patchMediaTypes.merge },
    body: { spec: { hard } },
  })

/** POST of an object that counts as one. */
export const createTemplate = (as: string): RequestStep =>
  rawRequest(as, 'POST', typePath(templates, 0), {
    body: editTerm(sampleTerm('namespaces', as.replaceAll(' ', '-')), {
      '/apiVersion': templates.apiVersion,
      '/kind': templates.kind,
      '/template': {
        metadata: {},
        spec: { containers: [{ name: 'idle', image: 'touchstone.invalid/idle' }] },
      },
    }),
  })

export const deleteTemplate = (as: string, created: string): RequestStep =>
  rawRequest(as, 'DELETE', typePath(templates, 0, caseName(created.replaceAll(' ', '-'))))

export const readTemplate = (as: string, created: string): RequestStep =>
  rawRequest(as, 'GET', typePath(templates, 0, caseName(created.replaceAll(' ', '-'))))

export const listTemplates = (as: string): RequestStep =>
  rawRequest(as, 'GET', typePath(templates, 0))

/** POST of a pod that never runs, whose container requests these amounts. */
export const createPod = (as: string, requests?: Fields): RequestStep =>
  rawRequest(as, 'POST', typePath(pods, 0), {
    body: editTerm(
      idlePod(as.replaceAll(' ', '-')),
      requests ? { '/spec/containers/0/resources': { requests } } : {},
    ),
  })
