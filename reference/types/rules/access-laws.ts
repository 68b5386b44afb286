// What grants and bindings ask of their parts.

import { valueInvalid, valueNotSupported, valueRequired } from '../../api/causes.ts'
import { objectIn, objectsIn } from '../../api/object.ts'
import { isEmpty, type Law } from './place.ts'
import { labelSelector } from './meta.table.ts'
import { under } from './place.ts'

export const accessLaws = {
  grantedResources: function* ({ field, value }) {
    const { apiGroups, resources, nonResourceURLs, resourceNames } = objectIn(value)
    if (!isEmpty(nonResourceURLs)) {
      if (isEmpty(apiGroups) && isEmpty(resources) && isEmpty(resourceNames)) return
      const because = 'rules cannot apply to both regular resources and non-resource URLs'
      yield valueInvalid(`${field}.nonResourceURLs`, nonResourceURLs, because)
      return
    }
    if (isEmpty(apiGroups)) {
      yield valueRequired(`${field}.apiGroups`, 'resource rules must supply at least one api group')
    }
    if (isEmpty(resources)) {
      yield valueRequired(`${field}.resources`, 'resource rules must supply at least one resource')
    }
  },
  noUrls: function* ({ field, value }) {
    if (isEmpty(value)) return
    const because = 'namespaced rules cannot apply to non-resource URLs'
    yield valueInvalid(field, value, because)
  },
  aggregation: function* (place) {
    const { field, value } = place
    if (value === undefined || value === null) return
    const selectors = under(place, 'clusterRoleSelectors')
    if (isEmpty(selectors.value)) {
      const because = 'at least one clusterRoleSelector required if aggregationRule is non-nil'
      yield valueRequired(`${field}.clusterRoleSelectors`, because)
    }
    for (const index of objectsIn(selectors.value).keys()) {
      const one = under(selectors, index)
      const causes = [...place.judge(labelSelector, one)]
      yield* causes
      if (causes.length > 0) yield valueInvalid(one.field, one.value, 'invalid label selector')
    }
  },
  /** Whom the server knows itself it knows by a group of its own domain. */
  ownGroup: function* ({ field, value }) {
    const text = String(value ?? '')
    if (text.startsWith('rbac.authorization.')) return
    yield valueNotSupported(field, text, ['rbac.authorization.k8s.io'])
  },
  noGroup: function* ({ field, value }) {
    if (!isEmpty(value)) yield valueNotSupported(field, value, [''])
  },
} as const satisfies { readonly [name: string]: Law }
