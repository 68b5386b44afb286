// What the server itself knows of those objects that make pods from a template.

import { valueForbidden, valueInvalid, valueNotSupported, valueRequired } from '../api/causes.ts'
import {
  type ApiObject,
  isJsonObject,
  type JsonObject,
  objectIn,
  objectsIn,
} from '../api/object.ts'
import type { Cause } from '../api/resource.ts'
import { isSameJson } from '../api/same-json.ts'
import { selects } from '../api/selects.ts'
import { podSpecCauses } from './pods.ts'
import { all, fixed, type Rules } from './type-rules.ts'

/** The pods run for ever. */
export const templateRules: Rules = ({ spec }) => templateCauses(objectIn(spec), ['Always'])

/** The selector finds what the template makes, and stays. */
export const workloadRules: Rules = all(
  templateRules,
  ({ kind, spec }) => selectorCauses(objectIn(spec), kind),
  fixed('spec.selector'),
)

/** Of a set of pods with names of their own little can be changed. */
export const statefulSetRules: Rules = all(workloadRules, (object, old) =>
  old && !isSameJson(unchanging(object), unchanging(old))
    ? [
        valueForbidden(
          'spec',
          `updates to statefulset spec for fields other than ${changing.map(quoted).join(', ')} are forbidden`,
        ),
      ]
    : [],
)

const changing = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
]

const quoted = (text: string): string => `'${text}'`

const unchanging = ({ spec }: ApiObject): JsonObject =>
  Object.fromEntries(
    Object.entries(objectIn(spec)).filter(
      ([name]) => !changing.includes(name) && name !== 'selector',
    ),
  )

/** The pods of a job end, and it makes what it was created for. */
export const jobRules: Rules = all(
  ({ spec }) => templateCauses(objectIn(spec), ['OnFailure', 'Never']),
  fixed('spec.selector'),
  fixed('spec.completionMode'),
  (object, old) => (isSuspended(old) ? [] : fixed('spec.template')(object, old)),
  (object, old) => (isIndexed(object) ? [] : fixed('spec.completions')(object, old)),
  ({ spec }) => (objectIn(spec).selector === undefined ? [valueRequired('spec.selector')] : []),
)

/** Who waits for a job that has not begun may still say where its pods go. */
const isSuspended = (job: ApiObject | undefined): boolean => objectIn(job?.spec).suspend === true

const isIndexed = ({ spec }: ApiObject): boolean => objectIn(spec).completionMode === 'Indexed'

export const cronJobRules: Rules = ({ spec }) => {
  const { jobTemplate } = objectIn(spec)
  const at = 'spec.jobTemplate.spec.template'
  return templateCauses(objectIn(objectIn(jobTemplate).spec), ['OnFailure', 'Never'], at)
}

/** A job finds its pods by its own uid, with which they are labelled. */
export function withOwnSelector(object: ApiObject, old: ApiObject | undefined): ApiObject {
  const spec = objectIn(object.spec)
  if (old || spec.manualSelector === true) return object
  const { uid = '', name = '', labels } = object.metadata
  const prefix = 'batch.kubernetes.io/'
  const own = { 'controller-uid': uid, 'job-name': name }
  const qualified = Object.entries(own).map(([label, value]) => [`${prefix}${label}`, value])
  const template = objectIn(spec.template)
  const metadata = objectIn(template.metadata)
  const all = { ...objectIn(metadata.labels), ...own, ...Object.fromEntries(qualified) }
  return {
    ...object,
    metadata: { ...object.metadata, labels: labels ?? all },
    spec: {
      ...spec,
      selector: { matchLabels: { [`${prefix}controller-uid`]: uid } },
      template: { ...template, metadata: { ...metadata, labels: all } },
    },
  }
}

function templateCauses(
  { template }: JsonObject,
  restarts: readonly string[],
  at = 'spec.template',
): Cause[] {
  const { spec } = objectIn(template)
  if (!isJsonObject(spec)) return []
  const causes = [...podSpecCauses(spec, `${at}.spec`)]
  const { restartPolicy } = spec
  if (restarts.includes(String(restartPolicy))) return causes
  return [...causes, valueNotSupported(`${at}.spec.restartPolicy`, restartPolicy, restarts)]
}

function selectorCauses({ selector, template }: JsonObject, kind: string): Cause[] {
  if (!isJsonObject(selector)) return []
  const { matchLabels, matchExpressions } = selector
  const isEmpty =
    Object.keys(objectIn(matchLabels)).length === 0 && objectsIn(matchExpressions).length === 0
  if (isEmpty) {
    const because = `empty selector is invalid for ${kind.toLowerCase()}`
    return [valueInvalid('spec.selector', selector, because)]
  }
  const { labels } = objectIn(objectIn(template).metadata)
  const own = objectIn(labels) as Record<string, string>
  if (selects(selector, own)) return []
  const because = '`selector` does not match template `labels`'
  return [valueInvalid('spec.template.metadata.labels', own, because)]
}
