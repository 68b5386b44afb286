// Which proxy configurations are valid, as far as their fields are shown.

import { apiVersionOf } from '../../../properties/models/config/documents.ts'
import { clientFields, proxy } from '../../../properties/models/config/proxy.ts'
import {
  beside,
  byTheLetter,
  caseIn,
  filled,
  noted,
  put,
  refused,
  taken,
  without,
} from '../../../properties/scenarios/configuration/configuration.ts'
import type { Case, Change } from '../../../properties/scenarios/configuration/configuration.ts'
import {
  featureGates,
  flushFrequencies,
  verbosities,
} from '../../../properties/scenarios/configuration/proxy-files.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { documents, drawnDocuments } from '../../configuration.ts'
import type { Check } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

const pattern = [{ filePattern: 'server*', verbosity: 3 }]
const unlike: Record<(typeof clientFields)[keyof typeof clientFields], Term> = {
  string: 7,
  float: 'many',
  int32: 1.5,
}

const both = (format: string): Change =>
  put({ 'logging.vmodule': pattern, 'logging.format': format })
const gated = (one: Case): Case => beside({ gates: { LoggingAlphaOptions: true } }, one)
const options = (format: string, held: Record<string, Term>): Change =>
  put({ 'logging.options': { [format]: held } })

const members = (id: Id, format: 'text' | 'json'): Check => {
  const at = `logging.options.${format}`
  return documents(
    id,
    `\`options.${format}\` has \`splitStream\`, a boolean, and \`infoBufferSize\`, a quantity.`,
    proxy,
    gated(taken(options(format, { splitStream: true, infoBufferSize: '64Ki' }))),
    gated(refused(options(format, { splitStream: 'yes' }), `${at}.splitStream`)),
    gated(refused(options(format, { infoBufferSize: 'much' }), `${at}.infoBufferSize`)),
  )
}

export default [
  documents(
    'PROXY-001',
    'The kind is of `clusterproxy.config.<api-domain>/v1alpha1`.',
    proxy,
    taken({}),
    refused(
      put({ apiVersion: apiVersionOf('clusterproxy.config', 'v9') }),
      'apiVersion',
      'kind',
      '',
    ),
  ),
  documents(
    'PROXY-002',
    'The name of the kind.',
    proxy,
    noted(put({ kind: 'ProxyConfiguration' }), 'ProxyConfiguration'),
  ),
  drawnDocuments('PROXY-003', '`featureGates` maps texts to booleans.', featureGates()),
  documents(
    'PROXY-004',
    '`clientConnection` has its five fields.',
    proxy,
    refused(put({ clientConnection: 'client' })),
    ...Object.entries(clientFields).flatMap(([name, type]) => [
      byTheLetter(without(`clientConnection.${name}`)),
      refused(put({ [`clientConnection.${name}`]: unlike[type] })),
    ]),
  ),
  documents(
    'PROXY-005',
    '`logging` is an object.',
    proxy,
    taken({}),
    refused(put({ logging: 'text' })),
    refused(put({ logging: ['text'] })),
  ),
  documents(
    'PROXY-007',
    'Fields that the specification does not name.',
    proxy,
    noted(put({ 'no-such-field': 7 }), 'an unknown field'),
  ),
  documents(
    'PROXY-008',
    '`logging.format` is a required text.',
    proxy,
    byTheLetter(without('logging.format')),
    refused(put({ 'logging.format': 7 })),
  ),
  documents(
    'PROXY-009',
    '`logging.flushFrequency` is required.',
    proxy,
    byTheLetter(without('logging.flushFrequency')),
    refused(put({ 'logging.flushFrequency': {} })),
  ),
  drawnDocuments(
    'PROXY-010',
    '`flushFrequency` is a duration or a whole number of nanoseconds.',
    flushFrequencies(),
  ),
  drawnDocuments('PROXY-012', '`verbosity` is a required uint32.', verbosities()),
  documents(
    'PROXY-013',
    '`verbosity` is 0 unless it is set.',
    proxy,
    caseIn(
      'cluster',
      beside(
        { beside: { lenient: 'true' } },
        filled(without('logging.verbosity'), 'logging.verbosity', 0),
      ),
    ),
    caseIn('kubernetes', filled(without('logging.verbosity'), 'logging.verbosity', 0)),
  ),
  documents(
    'PROXY-015',
    '`vmodule` is a required list of patterns with a verbosity each.',
    proxy,
    taken(put({ 'logging.vmodule': pattern })),
    byTheLetter(without('logging.vmodule')),
    refused(put({ 'logging.vmodule': 'server*=3' })),
    refused(
      put({ 'logging.vmodule': [{ filePattern: 'server*', verbosity: 'three' }] }),
      'logging.vmodule[0].verbosity',
    ),
    refused(
      put({ 'logging.vmodule': [{ filePattern: 7, verbosity: 3 }] }),
      'logging.vmodule[0].filePattern',
    ),
  ),
  documents(
    'PROXY-016',
    '`vmodule` is for the format text.',
    proxy,
    taken(both('text')),
    taken(put({ 'logging.format': 'json' })),
    // By the letter it may be without effect; genuine proxies refuse it.
    caseIn('kubernetes', refused(both('json'), 'logging.vmodule', 'logging.format')),
  ),
  documents(
    'PROXY-017',
    '`options` need the gate LoggingAlphaOptions.',
    proxy,
    refused(
      options('text', { splitStream: true }),
      'logging.options',
      'logging.options.text',
      'logging.options.text.splitStream',
    ),
    gated(taken(options('text', { splitStream: true }))),
  ),
  members('PROXY-018', 'text'),
  members('PROXY-019', 'json'),
  documents(
    'PROXY-021',
    '`infoBufferSize` is 0 unless it is set.',
    proxy,
    ...['text', 'json'].map(format =>
      gated(filled(options(format, {}), `logging.options.${format}.infoBufferSize`, '0')),
    ),
  ),
  documents(
    'PROXY-022',
    'A configuration without fields of logging that are required and have defaults.',
    proxy,
    noted(without('logging.verbosity'), 'without verbosity'),
    noted(without('logging.options'), 'without options'),
  ),
]
