/**
 * The message that replaces data that could not be read. It says what happened and what to do, and has a button for
 * it.
 */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import type { Entity } from '../../schemas/entity.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { listAddress } from '../context/routes.ts';
import { useNetworkMissing } from '../context/useNetworkMissing.ts';
import { adviceOf, isWorthRetrying, type Trouble, troubleOf } from './advice.ts';
import { reasonOf } from './toasts.ts';

interface FailureProps {
  error: unknown;
  /** The data that could not be read, if the page can name them better than 'these data'. */
  what?: string;
  /**
   * The entity of a page that failed completely. Its title is displayed, with a link to its list if the record does
   * not exist.
   */
  entity?: Entity;
  /** Whether it replaces a page. Without a network it then has a way back. */
  isPage?: boolean;
  onRetry?(): unknown;
}

/** Places the button at the end of the line, or below the text on a phone. */
const FILLS = { '& .MuiAlert-message': { flex: 1, minWidth: 0 } };
const WARNINGS: Trouble[] = ['gone', 'refused'];

export function Failure(props: FailureProps) {
  const missing = useNetworkMissing();
  const { error, entity, onRetry, isPage = entity !== undefined } = props;
  if (missing && troubleOf(error) === 'offline')
    return <NotHere entity={entity} isPage={isPage} error={error} onRetry={onRetry} />;
  return <Failed {...props} />;
}

/** The message for data that this device does not have, without a network. */
function NotHere({ error, entity, isPage, onRetry }: FailureProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const navigate = useNavigate();
  const back = () => ((history.state?.idx ?? 0) > 0 ? navigate(-1) : navigate('/home'));
  return (
    <>
      {entity && (
        <Typography component="h1" variant="h5">
          {entity.title[language]}
        </Typography>
      )}
      <Alert severity="warning" sx={{ my: 2, ...FILLS, '& .MuiButton-root': { minHeight: 48 } }}>
        <div>{translate(isPage ? 'officina.network.not_here' : 'officina.network.part_not_here')}</div>
        {isPage && <div>{translate('officina.network.comes_back')}</div>}
        <WayOn error={error} onRetry={onRetry} />
        {isPage && (
          <Button color="inherit" onClick={back}>
            {translate('officina.form.back')}
          </Button>
        )}
      </Alert>
    </>
  );
}

function Failed({ error, what, entity, onRetry }: FailureProps) {
  const translate = useTranslate();
  const trouble = troubleOf(error);
  const language = useLanguage();
  const sentence = useSentence(error, trouble, what);
  const advice = adviceOf(error);
  const message = (
    <Alert severity={WARNINGS.includes(trouble) ? 'warning' : 'error'} sx={{ my: 2, ...FILLS }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 260px' }}>
          <div>{sentence}</div>
          {advice && <div>{translate(advice)}</div>}
        </Box>
        <WayOn error={error} entity={entity} onRetry={onRetry} />
      </Box>
    </Alert>
  );
  if (!entity) return message;
  return (
    <>
      <Typography component="h1" variant="h5">
        {entity.title[language]}
      </Typography>
      {message}
    </>
  );
}

/** Returns which data were requested, and why the request failed. */
function useSentence(error: unknown, trouble: Trouble, what: string | undefined): string {
  const translate = useTranslate();
  if (trouble === 'refused') return reasonOf(error);
  if (trouble !== 'gone') return `${what ?? translate('officina.failure.unread')}. ${reasonOf(error)}`;
  const reason = error ? reasonOf(error) : '';
  // The server's general message is the first half of this one.
  const gone = translate('officina.failure.gone');
  return gone.startsWith(reason.replace(/\.$/, '')) ? gone : reason;
}

/** The button of the message. It retries if that may help, reloads a broken page, or opens the list. */
function WayOn({ error, entity, onRetry }: Pick<FailureProps, 'error' | 'entity' | 'onRetry'>) {
  const translate = useTranslate();
  const language = useLanguage();
  const { entities } = useApplication();
  const client = useQueryClient();
  // Other failed requests of the page, such as those of its panels, are repeated too.
  const retry = () => {
    void onRetry?.();
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  };
  if (onRetry && isWorthRetrying(error))
    return (
      <Button color="inherit" onClick={retry}>
        {translate('officina.retry')}
      </Button>
    );
  if (troubleOf(error) === 'broken')
    return (
      <Button color="inherit" onClick={() => location.reload()}>
        {translate('officina.failure.reload')}
      </Button>
    );
  const list = entity && !isWorthRetrying(error) && listAddress(entity, entities);
  if (!list) return null;
  return (
    <Button color="inherit" component={Link} to={list}>
      {translate('officina.form.back_to', { name: entity.titles[language] })}
    </Button>
  );
}
