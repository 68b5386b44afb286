import { listField, mapField, objectField, requiredBy, textField } from './config-kind.ts'
import type { RequirementId } from './config-rules.ts'

const texts = (description: string) => listField(description, textField('A list entry.'))

const fields = {
  username: textField('Username.'),
  uid: textField('Unique identifier of the user.'),
  groups: texts('Groups of the user.'),
  extra: mapField('Extra attributes.', texts('Values of an attribute.')),
}

export const userInfoField = (description: string, requirement: RequirementId) =>
  objectField(description, fields, { requirement })

export const requiredUserInfoField = (description: string, requirement: RequirementId) =>
  objectField(description, fields, { requirement, required: requiredBy(requirement) })
