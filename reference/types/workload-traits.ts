// What the server itself knows of jobs and daemon sets.

import { commonSelectorPaths } from '../selectors/field-selector.ts'
import { type ApiObject, objectIn } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import { isSameJson } from '../api/same-json.ts'

/** Jobs are selected by the number of their successes, under a name that the status does not have. */
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

/** How often the template of a DaemonSet has changed stands in an annotation, as it did long ago. */
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

/** A job finds its pods by its own uid, with which they are labelled. */
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
