/** Why a mail or a test was not sent, classified by what can be done about it, in both languages. */
import type { Text } from '../../../schemas/entity.ts';
import { cut } from '../../http/cut-text.ts';
import type { Params, Sentence } from '../../http/problem.ts';
import { inBoth } from '../../jobs/in-both.ts';
import type { SmtpServer } from './smtp-server.ts';

/** Which side is at fault: the mail if the server refuses only that mail, or else the server or the connection. */
type Fault = 'server' | 'mail';

export class SmtpFailure extends Error {
  constructor(
    readonly sentence: Sentence,
    readonly params: Params,
    readonly fault: Fault,
    /** Whether the refusal is permanent, so that there are no more attempts. */
    readonly permanent: boolean,
    /** The server may have accepted the mail, but its reply was lost. */
    readonly doubt: boolean,
  ) {
    super(inBoth(sentence, params).en);
  }

  get text(): Text {
    return inBoth(this.sentence, this.params);
  }
}

/** An error of nodemailer. */
interface LibraryError extends Error {
  code?: string;
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

const TLS_TROUBLE = /^ERR_(SSL|TLS)|CERT|SELF_SIGNED|UNABLE_TO|^EPROTO$/;
const LOGIN_NEEDED = 530;
const CLOSING = 421;
/** The reply code for a message whose announced size is refused at MAIL FROM. */
const TOO_LARGE = 552;
const REASON_LENGTH = 300;

const isPermanent = ({ responseCode, code }: LibraryError): boolean =>
  responseCode === undefined ? code === 'EMESSAGE' || code === 'EENVELOPE' : responseCode >= 500;

const SERVER_SENTENCES: Record<string, Sentence> = {
  EDNS: 'smtp-name',
  ETIMEDOUT: 'smtp-timeout',
  ETLS: 'smtp-tls',
  EAUTH: 'smtp-login',
  ENOAUTH: 'smtp-login',
  EPROTOCOL: 'smtp-answer',
};

function sentenceOf({ code = '', originalCode = '', message }: LibraryError): Sentence {
  if (code === 'ESOCKET' && (TLS_TROUBLE.test(originalCode) || /certificate|wrong version/i.test(message)))
    return 'smtp-tls';
  if (originalCode === 'ENOTFOUND' || originalCode === 'EAI_AGAIN') return 'smtp-name';
  return SERVER_SENTENCES[code] ?? (originalCode === 'ECONNREFUSED' ? 'smtp-refused' : 'smtp-lost');
}

/** Classifies an error. `contentStarted` tells whether the content of the mail was being sent. */
export function failureOf(
  error: LibraryError,
  server: SmtpServer,
  { recipient = '', contentStarted = false }: { recipient?: string; contentStarted?: boolean } = {},
): SmtpFailure {
  const { host, port, user = '', sender } = server;
  const reason = cut((error.response || error.message).replaceAll(/\s+/g, ' '), REASON_LENGTH);
  const params = { host, port, user, sender: sender.address, recipient, reason };
  const make = (sentence: Sentence, fault: Fault, doubt = false) =>
    new SmtpFailure(sentence, params, fault, fault === 'mail' && isPermanent(error), doubt);
  const { code, command, responseCode } = error;
  if (responseCode === CLOSING) return make('smtp-lost', 'server');
  if (responseCode === LOGIN_NEEDED) return make('smtp-login-needed', 'server');
  if (code === 'EENVELOPE' && responseCode === TOO_LARGE && command === 'MAIL FROM')
    return make('smtp-message', 'mail');
  if (code === 'EENVELOPE' && (command === 'MAIL FROM' || /sender/i.test(error.message)))
    return make('smtp-sender', 'server');
  if (code === 'EENVELOPE') return make(command === 'DATA' ? 'smtp-message' : 'smtp-recipient', 'mail');
  if (code === 'EMESSAGE') return make('smtp-message', 'mail');
  return make(sentenceOf(error), 'server', contentStarted);
}
