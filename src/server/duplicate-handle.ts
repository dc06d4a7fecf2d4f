// A program that sends each handle that it receives back, which duplicates the descriptor: Node has no other way. See acceptors.ts.
process.on('message', (_message, handle) => process.send!('duplicate', handle));
