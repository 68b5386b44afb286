// Makes the reviews that conversion webhooks are sent, and reads their answers.

import { annotationCauses, labelCauses } from '../../api/name-rules.ts'
import { type ApiObject, isJsonObject, type JsonObject, objectIn } from '../../api/object.ts'
import { quote, truncate } from '../../api/quote.ts'
import { isSameJson } from '../../api/same-json.ts'
import type { StatusCause } from '../../api/status-causes.ts'
import type { ConversionReview, ConversionWebhook } from '../../api/version-conversion.ts'
import type { Parts } from '../../parts/parts.ts'

/** Returns the review that asks for objects in a version. */
export const reviewOf = (
  objects: readonly ApiObject[],
  apiVersion: string,
  { reviewVersion }: ConversionWebhook,
  { dialect, ids }: Parts,
): ConversionReview => ({
  kind: 'ConversionReview',
  apiVersion: `apiextensions.${dialect.apiDomain}/${reviewVersion}`,
  request: { uid: ids.uid(), desiredAPIVersion: apiVersion, objects },
})

/**
 * See `ConversionFunctions`. The messages of errors are predicates: they follow the name of the
 * webhook.
 */
export function resultsOf(
  answer: JsonObject,
  { kind, apiVersion, request }: ConversionReview,
  objects: readonly ApiObject[],
): readonly ApiObject[] {
  const { response } = answer
  const isNewest = apiVersion.endsWith('/v1')
  if (isNewest && (answer.kind !== kind || answer.apiVersion !== apiVersion))
    throw new Error(
      `failed: expected webhook response of ${apiVersion}, Kind=${kind}, ` +
        `got ${String(answer.apiVersion ?? '')}, Kind=${String(answer.kind ?? '')}`,
    )
  if (!isJsonObject(response)) throw new Error('failed: no response provided')
  if (isNewest && response.uid !== request.uid)
    throw new Error(
      `failed: expected response.uid=${quote(request.uid)}, got ${quote(String(response.uid ?? ''))}`,
    )
  const { status, message } = objectIn(response.result)
  if (status !== 'Success')
    throw new Error(
      typeof message === 'string' && message !== ''
        ? `failed: ${message}`
        : `failed: response.result.status was '${String(status ?? '')}', not 'Success'`,
    )
  const converted: readonly unknown[] = Array.isArray(response.convertedObjects)
    ? response.convertedObjects
    : []
  if (converted.length !== objects.length)
    throw new Error(`returned ${converted.length} objects, expected ${objects.length}`)
  return objects.map((object, index) =>
    resultOf(converted[index], object, request.desiredAPIVersion),
  )
}

function resultOf(converted: unknown, object: ApiObject, apiVersion: string): ApiObject {
  if (!isJsonObject(converted)) throw new Error('returned invalid object: expected an object')
  const { metadata, ...fields } = converted
  const { kind } = object
  refuseOther('invalid groupVersion', apiVersion, fields.apiVersion)
  refuseOther('invalid kind', kind, fields.kind)
  const given = objectIn(metadata)
  for (const member of ['name', 'namespace', 'uid']) {
    const [own, other] = [object.metadata[member] ?? '', given[member] ?? '']
    if (own !== other)
      throw new Error(
        `returned invalid object: must have the same ${member === 'uid' ? 'UID' : member}: ` +
          `${String(own)} != ${truncate(String(other))}`,
      )
  }
  if (!isJsonObject(metadata))
    throw new Error('returned invalid metadata: missing metadata in converted object')
  return { ...fields, kind, apiVersion, metadata: metadataOf(metadata, object) }
}

function refuseOther(what: string, wanted: string | undefined, given: unknown): void {
  if (given === wanted) return
  throw new Error(
    `returned invalid object at index 0: ${what} ` +
      `(expected ${wanted}, received ${truncate(String(given ?? ''))})`,
  )
}

/** Everything in the metadata is restored except labels and annotations. */
function metadataOf(given: JsonObject, object: ApiObject): ApiObject['metadata'] {
  const { labels: _labels, annotations: _annotations, ...metadata } = object.metadata
  const labels = textsOf('labels', given, object)
  const annotations = textsOf('annotations', given, object)
  return { ...metadata, ...(labels && { labels }), ...(annotations && { annotations }) }
}

type Texts = { readonly [name: string]: string }

function textsOf(
  member: 'labels' | 'annotations',
  given: JsonObject,
  { metadata: before }: ApiObject,
): Texts | undefined {
  const texts = given[member] ?? undefined
  if (texts === undefined) return undefined
  if (!isTexts(texts))
    throw new Error(`returned invalid metadata: metadata.${member} must map names to strings`)
  if (isSameJson(texts, before[member])) return texts
  const faults: StatusCause[] = [
    ...(member === 'labels' ? labelCauses(texts) : annotationCauses(texts)),
  ]
  const [fault] = faults
  if (fault) throw new Error(`returned invalid metadata: ${fault.field}: ${fault.message}`)
  return texts
}

const isTexts = (value: unknown): value is Texts =>
  isJsonObject(value) && Object.values(value).every(one => typeof one === 'string')
