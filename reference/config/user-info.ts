import { listField, mapField, objectField, requiredBy, textField } from './config-kind.ts'
import type { RequirementId } from './config-rules.ts'

const texts = (says: string) => listField(says, textField('A list entry.'))

const fields = {
  username: textField('Username.'),
  uid: textField('Unique identifier of the user.'),
  groups: texts('Groups of the user.'),
  extra: mapField('Extra attributes.', texts('Values of an attribute.')),
}

export const userInfoField = (says: string, by: RequirementId) => objectField(says, fields, { by })

export const requiredUserInfoField = (says: string, by: RequirementId) =>
  objectField(says, fields, { by, required: requiredBy(by) })
