import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import WarningIcon from '@mui/icons-material/WarningAmber';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import {
  type NotificationPayload,
  useNotificationContext,
  useTakeUndoableMutation,
  useTranslate,
} from 'react-admin';
import type { SaidWith } from '../../resources/feedback/toasts.ts';
import { CloseButton } from './CloseButton.tsx';
import './toasts.css';

interface Toast extends NotificationPayload {
  id: number;
}

const VISIBLE_MS = 5000;
/**
 * The time in milliseconds for which a message with an undo button stays, so that users can read it and press the
 * button.
 */
const UNDO_MS = 10_000;
const ICONS = { success: CheckIcon, info: InfoIcon, warning: WarningIcon, error: WarningIcon };

let last = 0;

const argumentsOf = ({ notificationOptions }: NotificationPayload): SaidWith =>
  notificationOptions?.messageArgs ?? {};

const undoOf = (payload: NotificationPayload): (() => void) | undefined => argumentsOf(payload).undo;

/** Returns whether a message replaces another one: it is about the same thing, or the same without an undo. */
const replaces = (one: NotificationPayload, other: NotificationPayload): boolean =>
  (argumentsOf(one).about !== undefined && argumentsOf(one).about === argumentsOf(other).about) ||
  isSame(one, other);

const isSame = (one: NotificationPayload, other: NotificationPayload): boolean =>
  one.type === other.type &&
  one.message === other.message &&
  !undoOf(one) &&
  !undoOf(other) &&
  JSON.stringify(one.notificationOptions?.messageArgs) ===
    JSON.stringify(other.notificationOptions?.messageArgs);

const isSticky = ({ type }: NotificationPayload): boolean => type === 'error' || type === 'warning';

/** Messages over the page. Successes disappear after a while, failures when they are closed or settled. */
export function Toasts() {
  const translate = useTranslate();
  const { notifications, takeNotification } = useNotificationContext();
  const takeMutation = useTakeUndoableMutation();
  const [toasts, setToasts] = useState<Toast[]>([]);
  const dismiss = useCallback(
    (id: number) => setToasts((before) => before.filter((toast) => toast.id !== id)),
    [],
  );
  useEffect(() => {
    const notification = notifications.length > 0 && takeNotification();
    if (!notification) return;
    const toast = { ...notification, id: ++last };
    const { settled } = argumentsOf(toast);
    setToasts((before) => [
      ...before.filter((other) => !replaces(toast, other)),
      ...(settled ? [] : [toast]),
    ]);
    if (settled) return;
    if (!isSticky(toast)) setTimeout(() => dismiss(toast.id), undoOf(toast) ? UNDO_MS : VISIBLE_MS);
    // Messages have their own undo, so undoable changes of the library run at once.
    if (notification.notificationOptions?.undoable) takeMutation()?.({ isUndo: false });
  }, [notifications, takeNotification, takeMutation, dismiss]);
  const staying = useMadeRoom();
  const draw = (those: Toast[]) =>
    those.map((toast) => <ToastCard key={toast.id} toast={toast} onDismiss={() => dismiss(toast.id)} />);
  return (
    <section className="toasts" aria-label={translate('officina.frame.messages')}>
      <div className="toasts-passing">{draw(toasts.filter((toast) => !isSticky(toast)))}</div>
      <div ref={staying} className="toasts-staying">
        {draw(toasts.filter(isSticky))}
      </div>
    </section>
  );
}

/**
 * Measures the messages that stay. On a phone, everything else at the bottom is then above them, and the field or
 * button with the focus is scrolled out from under them.
 */
function useMadeRoom(): RefObject<HTMLDivElement | null> {
  const messages = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const measured = new ResizeObserver(([entry]) => {
      const focused = document.activeElement?.closest('main *');
      const wasVisible = focused && focused.getBoundingClientRect().top < innerHeight;
      style.setProperty('--messages', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`);
      if (wasVisible) focused.scrollIntoView({ block: 'nearest' });
    });
    if (messages.current) measured.observe(messages.current);
    return () => {
      measured.disconnect();
      style.removeProperty('--messages');
    };
  }, []);
  return messages;
}

function ToastCard({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const translate = useTranslate();
  const sticky = isSticky(toast);
  const Icon = ICONS[toast.type] ?? InfoIcon;
  const { message, notificationOptions } = toast;
  /** Advice on what to do next. */
  const advice: string | undefined = notificationOptions?.messageArgs?.advice;
  const undo = undoOf(toast);
  return (
    <div className={`toast toast-${toast.type}`} role={sticky ? 'alert' : 'status'}>
      <Icon fontSize="small" aria-hidden />
      <div>
        <p className="toast-title">{translate(`officina.toast.title.${sticky ? 'warning' : 'info'}`)}</p>
        <div>
          {typeof message === 'string' ? translate(message, notificationOptions?.messageArgs) : message}
        </div>
        {advice && <div className="toast-advice">{translate(advice)}</div>}
        {undo && (
          <button
            type="button"
            className="toast-undo"
            onClick={() => {
              onDismiss();
              undo();
            }}
          >
            {translate('officina.toast.undo')}
          </button>
        )}
      </div>
      <CloseButton label={translate('officina.frame.dismiss')} onClick={onDismiss} />
    </div>
  );
}
