// Scenarios with a namespace of the case whose labels name a level of pod security. Its pods
// are dry runs.

import { pollUntil } from '../../dsl/custom-steps.ts'
import type { RequestStep, Step } from '../../dsl/scenario.ts'
import { create, editTerm, nameFrom, rawRequest, sampleTerm } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { asDryRun } from '../../dsl/write-steps.ts'
import { idlePod } from '../named-types.ts'

type Fields = { [member: string]: Term }

const labelPrefix = '/metadata/labels/pod-security.kubernetes.io~1'
export const invalidLabelStep = 'invalid label'
export const readyStep = 'pods can be created'

const namespaceOf = (as: string, labels: { [name: string]: string }): RequestStep =>
  create(as, 'namespaces', as.replaceAll(' ', '-'), {
    set: Object.fromEntries(
      Object.entries(labels).map(([name, value]) => [`${labelPrefix}${name}`, value]),
    ),
  })

/** Creates a namespace with labels, and waits until a pod that meets all levels can be created. */
export const securedNamespace = (as: string, labels: { [name: string]: string }): Step[] => [
  asDryRun(namespaceOf(invalidLabelStep, { enforce: 'touchstone' }), invalidLabelStep),
  namespaceOf(as, labels),
  pollUntil(tryPod(`${readyStep} in ${as}`, as, restrictedSpec), 201),
]

/** The fields that the level `restricted` requires. */
const restrictedContext = {
  allowPrivilegeEscalation: false,
  runAsNonRoot: true,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
}
const image = 'touchstone.invalid/idle'

/** A pod that lacks one of these fields, or none. */
export const specWithout = (field?: keyof typeof restrictedContext): Fields => {
  const kept = Object.entries(restrictedContext).filter(([name]) => name !== field)
  return { containers: [{ name: 'idle', image, securityContext: Object.fromEntries(kept) }] }
}

export const restrictedSpec = specWithout()

/** A dry run of a pod in a namespace that a step created. */
export const tryPod = (as: string, namespace: string, fields: Fields = {}): RequestStep =>
  asDryRun(
    rawRequest(as, 'POST', pathIn(namespace, 'pods'), {
      body: editTerm(idlePod(as.replaceAll(' ', '-').toLowerCase()), membersOf(fields)),
    }),
    as,
  )

/** A dry run of an object with a template of a pod. */
export const tryTemplate = (as: string, namespace: string, fields: Fields): RequestStep =>
  asDryRun(
    rawRequest(as, 'POST', pathIn(namespace, 'podtemplates'), {
      body: editTerm(sampleTerm('namespaces', as), {
        '/apiVersion': 'v1',
        '/kind': 'PodTemplate',
        '/template': { metadata: {}, spec: { containers: [{ name: 'idle', image }], ...fields } },
      }),
    }),
    as,
  )

const pathIn = (namespace: string, resource: string): Term => ({
  $join: ['/api/v1/namespaces/', nameFrom(namespace), `/${resource}`],
})

const membersOf = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`/spec/${name}`, value]))
