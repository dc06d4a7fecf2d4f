export { commonProblems, httpProblems, inputFieldErrors } from './http.problems.js';
export { limits } from './limits.js';
export { type ApiError, Problem, problemDetails, problemOf } from './problem.js';
