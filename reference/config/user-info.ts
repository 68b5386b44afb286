import { type By, list, map, object, required, text } from './vocabulary.ts'

const texts = (says: string) => list(says, text('One of them.'))

const fields = {
  username: text('The name of the user.'),
  uid: text('What tells users apart for all time.'),
  groups: texts('The groups of the user.'),
  extra: map('Extra attributes.', texts('The values of one.')),
}

export const userInfo = (says: string, by: By) => object(says, fields, { by })

export const requiredUserInfo = (says: string, by: By) =>
  object(says, fields, { by, required: required(by) })
