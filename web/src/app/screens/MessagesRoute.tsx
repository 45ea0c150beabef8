import { ChatDates } from '../../features/dates/ChatDates'
import { ConversationPane } from '../../features/member/ConversationPane'
import { ChatPanel } from '../../features/messages/ChatPanel'
import { MessagesScreen } from '../../features/messages/MessagesScreen'
import { SafetyMenu } from '../../features/safety/SafetyMenu'
import { SafetyQuestions } from '../../features/safety/SafetyQuestions'

const safety = { Menu: SafetyMenu, Questions: SafetyQuestions }

/** The list of conversations, with the selected one next to it on a wide screen. */
export const MessagesRoute = () => (
  <MessagesScreen
    conversation={(urlHash) => (
      <ConversationPane
        key={urlHash}
        urlHash={urlHash}
        chat={(target) => <ChatPanel {...target} Dates={ChatDates} />}
        safety={safety}
      />
    )}
  />
)
