// Validators of roles and role bindings.

import { valueInvalid, valueNotSupported, valueRequired } from '../../api/status-causes.ts'
import { objectIn, objectsIn } from '../../api/object.ts'
import { isEmptyValue, type Validator } from './value-place.ts'
import { labelSelector } from './meta.table.ts'
import { childPlace } from './value-place.ts'

export const accessValidators = {
  grantedAccess: function* ({ field, value }) {
    const { verbs, apiGroups, resources, nonResourceURLs, resourceNames } = objectIn(value)
    if (isEmptyValue(verbs))
      yield valueRequired(`${field}.verbs`, 'verbs must contain at least one value')
    if (!isEmptyValue(nonResourceURLs)) {
      if (isEmptyValue(apiGroups) && isEmptyValue(resources) && isEmptyValue(resourceNames)) return
      const because = 'rules cannot apply to both regular resources and non-resource URLs'
      yield valueInvalid(`${field}.nonResourceURLs`, nonResourceURLs, because)
      return
    }
    if (isEmptyValue(apiGroups)) {
      yield valueRequired(`${field}.apiGroups`, 'resource rules must supply at least one api group')
    }
    if (isEmptyValue(resources)) {
      yield valueRequired(`${field}.resources`, 'resource rules must supply at least one resource')
    }
  },
  noUrls: function* ({ field, value }) {
    if (isEmptyValue(value)) return
    const because = 'namespaced rules cannot apply to non-resource URLs'
    yield valueInvalid(field, value, because)
  },
  aggregation: function* (place) {
    const { field, value } = place
    if (value === undefined || value === null) return
    const selectors = childPlace(place, 'clusterRoleSelectors')
    if (isEmptyValue(selectors.value)) {
      const because = 'at least one clusterRoleSelector required if aggregationRule is non-nil'
      yield valueRequired(`${field}.clusterRoleSelectors`, because)
    }
    for (const index of objectsIn(selectors.value).keys()) {
      const one = childPlace(selectors, index)
      const causes = [...place.judge(labelSelector, one)]
      yield* causes
      if (causes.length > 0) yield valueInvalid(one.field, one.value, 'invalid label selector')
    }
  },
  /** Requires an API group `rbac.authorization.<domain>`. */
  ownGroup: function* ({ field, value }) {
    const text = String(value ?? '')
    if (text.startsWith('rbac.authorization.')) return
    yield valueNotSupported(field, text, ['rbac.authorization.k8s.io'])
  },
  noGroup: function* ({ field, value }) {
    if (!isEmptyValue(value)) yield valueNotSupported(field, value, [''])
  },
} as const satisfies { readonly [name: string]: Validator }
