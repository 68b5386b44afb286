import { expect, it } from 'vitest'
import { unseenFieldsOf } from './unseen-fields.ts'

const accepted = { expected: 'a refusal (4xx)', isWrongSuccess: true }

it('finds the field of which an effect was expected', () => {
  const expected = 'a warning about /metadata/ownerReferences/0/touchstoneX0'

  expect(unseenFieldsOf({ expected, isWrongSuccess: false }, undefined)).toEqual([
    '/metadata/ownerReferences/0/touchstoneX0',
  ])
})

it('finds the field of an awaited warning of Kubernetes', () => {
  const expected = String.raw`299 - "unknown field \"metadata.owners[0].touchstoneX0\""`

  expect(unseenFieldsOf({ expected, isWrongSuccess: false }, undefined)).toEqual([
    '/metadata/owners/0/touchstoneX0',
  ])
})

it('finds the unknown fields of a body and of a JSON patch that were accepted', () => {
  const body = '{"touchstoneX0":{"touchstoneX1":1},"metadata":{"owners":[{"touchstoneX2":1}]}}'
  const patch = '[{"op":"add","path":"/metadata/owners/0/touchstoneX3","value":1}]'

  expect(unseenFieldsOf(accepted, body)).toEqual([
    '/touchstoneX0',
    '/metadata/owners/0/touchstoneX2',
  ])
  expect(unseenFieldsOf(accepted, patch)).toEqual(['/metadata/owners/0/touchstoneX3'])
})

it('finds none in a body that is not JSON, or was refused', () => {
  expect(unseenFieldsOf(accepted, 'touchstoneX0: value')).toEqual([])
  expect(unseenFieldsOf({ ...accepted, isWrongSuccess: false }, '{"touchstoneX0":1}')).toEqual([])
})
