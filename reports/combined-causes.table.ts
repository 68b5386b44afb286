// Causes that one gap in a server explains when several of them are found together.

/** A gap that shows as several causes. */
export type CombinedCause = {
  /** What the server does, as a sentence without a full stop. */
  title: string
  /** Titles of causes (`causes.table.ts`), each with the words for it in the combined title. */
  parts: Record<string, string>
  /** The minimum number of parts that must be found. */
  partsMin: number
}

export const combinedCauses: CombinedCause[] = [
  {
    title: 'Lists do not follow their query parameters',
    parts: {
      'Lists are not paged: they ignore limit or have no continue token': 'limit',
      'Lists ignore resourceVersionMatch=Exact': 'resourceVersionMatch',
      'Lists return other objects than the selector selects': 'selectors',
      'Reads ignore invalid query parameters': 'invalid parameters',
    },
    partsMin: 3,
  },
  {
    title: 'There are no dry runs',
    parts: {
      'Writes ignore dryRun=All and are stored': 'dryRun is ignored as a parameter',
      'A DELETE with dryRun in its body deletes the object': 'dryRun in a body is ignored',
    },
    partsMin: 2,
  },
  {
    title: 'Some dry runs are stored',
    parts: {
      'A PUT with dryRun=All is stored': 'PUT',
      'A PATCH with dryRun=All is stored': 'PATCH',
      'A DELETE with dryRun=All deletes the object': 'DELETE',
      'A DELETE with dryRun in its body deletes the object': 'DELETE with dryRun in its body',
      'A dry run of the deletion of a collection deletes objects': 'deletions of collections',
    },
    partsMin: 2,
  },
  {
    title: 'Validation is missing or incomplete',
    parts: {
      'Invalid objects are stored': 'invalid objects',
      'Unknown and duplicate fields cause no error or warning at any level':
        'unknown and duplicate fields',
      'Writes give no warnings about unknown and duplicate fields': 'no warnings',
      'Wrong fields in items of lists cause no error or warning': 'items of lists',
      'Values that a body has for fields of the server are stored': 'fields of the server',
      'A PUT removes the uid of an object': 'a PUT without a uid',
      'Write-only fields are stored and returned': 'write-only fields',
      'Writes ignore invalid query parameters': 'invalid query parameters',
    },
    partsMin: 2,
  },
  {
    title: 'Creates succeed that must be refused',
    parts: {
      'A POST of a namespaced object succeeds without a namespace in its path':
        'a POST without a namespace in its path',
      'A PUT to an unused name creates an object': 'a PUT to an unused name',
    },
    partsMin: 2,
  },
  {
    title: 'Not all patch types are served',
    parts: {
      'JSON patches are refused': 'no JSON patches',
      'JSON merge patches are refused': 'no JSON merge patches',
      'Strategic merge patches are refused': 'no strategic merge patches',
      'Server-side applies are refused': 'no server-side applies',
    },
    partsMin: 2,
  },
  {
    title: 'Patches do not follow their standards',
    parts: {
      'The Content-Type of a patch has no effect': 'their Content-Type has no effect',
      'JSON patches do not follow RFC 6902': 'JSON patches (RFC 6902)',
      'A JSON patch that must fail is applied': 'JSON patches that must fail',
      'Merge patches do not follow RFC 7386': 'merge patches (RFC 7386)',
      'Patches that remove a finalizer have no effect': 'removals of a finalizer have no effect',
    },
    partsMin: 2,
  },
  {
    title: 'Any path is served',
    parts: {
      'Paths that do not exist are served': 'paths that do not exist',
      'Health endpoints and discovery return a list of objects':
        'health endpoints and discovery return a list',
    },
    partsMin: 2,
  },
  {
    title: 'Encodings are missing or not negotiated',
    parts: {
      'Responses are JSON regardless of Accept': 'Accept is ignored',
      'Requests for media types that are not served succeed': 'a 406 is missing',
      'Responses have no Content-Type': 'no Content-Type',
      'Bodies of unsupported media types are accepted': 'a 415 is missing',
      'YAML is not supported': 'no YAML',
      'Long responses are never compressed': 'no compression',
    },
    partsMin: 2,
  },
]
