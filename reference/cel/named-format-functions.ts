// Functions for named formats, and their validation.

import {
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  labelValueFaults,
  qualifiedNameFaults,
} from '../api/name-rules.ts'
import { isOfFormat } from '../lib/string-formats.ts'
import { expectString } from './string-values.ts'
import { type Overload, defineOverloads } from './overloads.ts'
import { CelRuntimeError, Optional, ExtensionValue } from './values.ts'

type Faults = (value: string) => readonly string[]

const ofSchemas =
  (format: string, fault: string): Faults =>
  value =>
    isOfFormat(value, format) ? [] : [fault]

const uri: Faults = value =>
  isOfFormat(value, 'uri') && value !== ''
    ? []
    : [`parse ${JSON.stringify(value)}: invalid URI for request`]

const formats: { readonly [name: string]: Faults } = {
  dns1123Label: value => dns1123Label(value, 'name'),
  dns1123Subdomain: value => dns1123Subdomain(value, 'name'),
  dns1035Label: value => dns1035Label(value, 'name'),
  qualifiedName: qualifiedNameFaults,
  dns1123LabelPrefix: value => dns1123Label(value, 'prefix'),
  dns1123SubdomainPrefix: value => dns1123Subdomain(value, 'prefix'),
  dns1035LabelPrefix: value => dns1035Label(value, 'prefix'),
  labelValue: labelValueFaults,
  uri,
  uuid: ofSchemas('uuid', 'does not match the UUID format'),
  byte: ofSchemas('byte', 'invalid base64'),
  date: ofSchemas('date', 'invalid date'),
  datetime: ofSchemas('datetime', 'invalid datetime'),
}

const format = (name: string): ExtensionValue => new ExtensionValue('format', name, name)

const constants: [string, Overload['run']][] = Object.keys(formats).map(name => [
  `format::${name}() format`,
  () => format(name),
])

export const namedFormatFunctions = defineOverloads({
  ...Object.fromEntries(constants),
  'format::named(string) optional(format)': ([name]) =>
    new Optional(
      Object.hasOwn(formats, expectString(name)) ? format(expectString(name)) : undefined,
    ),
  'format.validate(string) optional(list(string))': ([of, value], { spend }) => {
    const faults = of instanceof ExtensionValue ? formats[of.key]?.(expectString(value)) : undefined
    if (!faults) throw new CelRuntimeError('no such overload')
    // The cost of the longest regular expression of a format for each tenth character.
    spend(expectString(value).length)
    return new Optional(faults.length > 0 ? faults : undefined)
  },
})
