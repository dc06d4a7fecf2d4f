import { ApiProperty } from '@nestjs/swagger';
import { ApiRecord } from '../http/index.js';

const code = 'A stable code. New codes may be added; ';
const detail = 'An explanation for people, which may change.';

/** An invalid field or parameter. */
@ApiRecord('FieldError', 'An invalid field of the body, given by `pointer`, or an invalid `parameter`.')
class FieldErrorResponse {
  static readonly example = { pointer: '/title', code: 'required', detail: 'The field is required.' };

  @ApiProperty({ required: false, description: 'The position in the body: a JSON Pointer (RFC 6901).' })
  pointer?: string;
  @ApiProperty({ required: false, description: 'The name of the parameter in the path or query.' })
  parameter?: string;
  @ApiProperty({ description: `${code}treat an unknown one as invalid input.` }) code!: string;
  @ApiProperty({ description: detail }) detail!: string;
}

/** The body of every error response. */
@ApiRecord('Problem', 'Problem details (RFC 9457). Branch on `code`; `detail` is for people.')
export class ProblemResponse {
  static readonly example = {
    type: '/errors/invalid_input',
    title: 'Bad Request',
    status: 400,
    detail: 'The request has values that are not allowed.',
    code: 'invalid_input',
    request_id: 'b1946ac92492d2347c6235b4',
    errors: [FieldErrorResponse.example],
  };

  @ApiProperty({
    format: 'uri-reference',
    description:
      'URL of the page about `code`: absolute if the service knows its public URL, and otherwise relative to the URL of the request.',
  })
  type!: string;
  @ApiProperty({ description: 'The name of the status.' }) title!: string;
  @ApiProperty({ type: 'integer', description: 'The status.' }) status!: number;
  @ApiProperty({ description: detail }) detail!: string;
  @ApiProperty({
    description: `${code}treat an unknown one according to its status, and one of 5xx like \`outcome_unknown\`.`,
  })
  code!: string;
  @ApiProperty({ description: 'The `X-Request-Id` of the response.' }) request_id!: string;
  @ApiProperty({
    required: false,
    type: [FieldErrorResponse],
    description: 'All invalid fields and parameters.',
  })
  errors?: FieldErrorResponse[];
}
