import { expect, it } from 'vitest'

import { compareVersions } from './version-order.ts'

it('sorts stable versions before others, the newest first', () => {
  const versions = ['foo', 'v1alpha2', 'v2', 'v10', 'v1', 'v11alpha1', 'v1beta1', 'v3beta10']

  const sorted = [...versions, 'bar', 'v3beta2', 'v0', 'v1beta'].sort(compareVersions)

  expect(sorted).toEqual(
    ['v10', 'v2', 'v1', 'v3beta10', 'v3beta2', 'v1beta1', 'v11alpha1', 'v1alpha2'].concat([
      'bar',
      'foo',
      'v0',
      'v1beta',
    ]),
  )
})
