import { type By, list, map, object, required, text } from './vocabulary.ts'

const texts = (says: string) => list(says, text('A list entry.'))

const fields = {
  username: text('Username.'),
  uid: text('Unique identifier of the user.'),
  groups: texts('Groups of the user.'),
  extra: map('Extra attributes.', texts('Values of an attribute.')),
}

export const userInfo = (says: string, by: By) => object(says, fields, { by })

export const requiredUserInfo = (says: string, by: By) =>
  object(says, fields, { by, required: required(by) })
