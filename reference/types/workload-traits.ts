// Traits of jobs and daemon sets.

import { commonSelectorPaths } from '../selectors/field-selector.ts'
import { type ApiObject, objectIn } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import { isSameJson } from '../api/same-json.ts'

/** Jobs can be selected by `status.successful`, which is not a member of their status. */
export const jobSelectableFields: Pick<
  Resource,
  'selectablePaths' | 'toSelectableFields' | 'unselectableMessage'
> = {
  selectablePaths: [...commonSelectorPaths, 'status.successful'],
  toSelectableFields: ({ status, ...object }) => ({
    ...object,
    status: { successful: objectIn(status).succeeded ?? 0 },
  }),
  unselectableMessage: path => `field label "${path}" not supported for Job`,
}

const templateCount = 'deprecated.daemonset.template.generation'

/** Counts the changes of a DaemonSet's pod template in an annotation, as older releases did. */
function withTemplateCount(object: ApiObject, old: ApiObject | undefined): ApiObject {
  const before = Number(old?.metadata.annotations?.[templateCount] ?? 0)
  const isSame = old && isSameJson(objectIn(object.spec).template, objectIn(old.spec).template)
  const annotations = {
    ...object.metadata.annotations,
    [templateCount]: String(isSame ? before : before + 1),
  }
  return { ...object, metadata: { ...object.metadata, annotations } }
}

export const templateGenerationTraits = {
  prepare: withTemplateCount,
  defaults: (object: ApiObject): ApiObject => {
    const annotations = { [templateCount]: '1', ...object.metadata.annotations }
    return { ...object, metadata: { ...object.metadata, annotations } }
  },
}

/** Selects the pods of a job by its uid, which is added to the labels of its pod template. */
export function withJobSelector(object: ApiObject, old: ApiObject | undefined): ApiObject {
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
