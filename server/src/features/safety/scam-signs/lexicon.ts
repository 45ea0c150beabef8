/**
 * Topics. Phrases are separated by bars. A word also matches with its endings (-s, -ed, -ing), a word with a star
 * matches everything that starts with it. The rules look for topics close to each other, never for whole sentences.
 */
export const lexicon = {
  // Where to move
  app: "whatsapp|whats app|what's app|whatsap|wsapp|watsap|telegram|tele gram|zangi|viber|wechat|kakao*|kik|google chat|hangouts|gchat|g chat|skype|line app|line id|my line|on line app|signal app|on signal|or signal|signal or|to signal|zalo|threema|wickr|imo app|botim|on wa|my wa|ur wa|your wa|wa me|my tg|on tg|ur tg|your tg|tg me|google meet|wats app|whats ap|signal app",
  social:
    'instagram|insta|on ig|my ig|ur ig|your ig|snapchat|my snap|on snap|got snap|ur snap|your snap|facebook|messenger|on fb|my fb|discord|my email|my mail|ur email|your email|or email|gmail|g mail|hotmail|email me|mail me|e mail me|send me email|imessage',
  move: "add me|text me|message me|msg me|write me|write to me|reach me|contact me|find me|hit me up|hmu|ping me|dm me|inbox me|call me|add you|text you|message you|call you|write you|chat there|talk there|write there|continue there|meet there|wait there|waiting there|say hi there|me there|you there|continue on|continue our|move to|move over|moving to|switch to|switch over|go to|come to|hop on|jump on|take this to|take it to|chat on|chat in|talk on|talk in|talk via|chat via|speak on|download|install|do you have|do you use|do u have|do u use|u use|u have|have you|you got|got|are you on|r u on|easier|catch me|look me up|search me|save my|drop your|drop ur|drop me|give me your|give me ur|send me your|send me ur|share your|share ur|can i have your|can i get your|may i have your|what is your|what's your|whats your|what is ur|whats ur|here is mine|here's mine|take mine|here is my|here's my|this is my|try my|use my|on my|my number|mine is|i'm on|im on|i am on|i prefer|i'd rather|id rather|tell you on|wait on|waiting on|wait for you",
  number: 'number|no|digits|cell|mobile|phone|contact|num|handle|username|user name|underscore|tag',

  // Asking
  canyou:
    "can you|could you|would you|will you|can u|could u|would u|wud u|are you able|if you|if u|you can|u can|you could|you only|u only|you just|u just|you must|you have to|u have to|you need to|you need|u need|you'll need|you will need|you'd|you pay|u pay|you send|u send|you help|u help|please|pls|plz|kindly|need you to|want you to|ask you to|need someone|need somebody|need a person|someone to|somebody to|somebody help|someone help|favour|favor|i beg|begging you|i ask you|anything you can|whatever you can|what can you|could my|can my|could i|can i borrow|only you|only person|only one i|nobody else|no one else|turn to|but first|first send|first pay|pay first",
  give: 'send|pay|paying|paid|lend|loan|cover|wire|transfer|advance|borrow|settle|deposit|spare|contribute|donate|chip in|help|assist|support|top up|load|buy|get|pick up|sort it|sort out|put in|give|manage|sponsor|bail',
  lend: 'lend me|loan me|lend him|lend her|lend us|advance it|advance me|advance the|front me|spot me|bail me|wire it|wire the|help me with the|help with the|help me pay|help me out with|assist me|sponsor me|pay for me|cover it|cover the|cover my|cover this|send to me|send me money|send me some|send me a small|send me small|send me the money|help with money|need money|need cash|need some money|need some cash|need funds|need financial|financial help|financial assistance|money help|top me up|put load|could i borrow|can i borrow|may i borrow',
  money:
    'money|cash|fund|funds|payment|fee|fees|deposit|bill|bills|debt|rent|cost|charge|charges|loan|tax|taxes|fine|bond|western union|moneygram|money gram|paypal|pay pal|cash app|cashapp|venmo|zelle|remitly|bank transfer|payid|pay id|osko|beem|bpay|expense*|airtime|recharge|load|petrol money|fare|ticket|visa|insurance|bank|account|receipt',
  giveback:
    "pay you back|pay u back|paying you back|pay it back|pay back|repay|return it|i return|return the money|give it back|give you back|give back|refund you|refund it|i refund|refund double|will refund|it's refundable|refundable|reimburse|get it back|have it back|back to you|send it back|sent back|i owe you|owe you|i promise|i swear|have my word|you have my word|with interest|in instalments|same day|as soon as i|once i get|when i get|when bank opens|on my payday|when i get paid|when i land|when i'm back|when we meet|pay you double|double it|plus extra",
  trouble:
    "hospital|surgery|operate|operation|ambulance|accident|medicine|medication|medical|treatment|emergency|stuck|stranded|stole|stolen|robbed|mugged|attacked|pirates|lost my|wallet|card is blocked|card blocked|blocked card|card does not work|card doesn't work|card not working|card expired|card declined|card won't|paywave|account is locked|account locked|locked|accounts are frozen|account is frozen|frozen|froze|restricted|under review|funds are tied|tied up|can't access|cannot access|can not access|can't be reached|no access|bail|detained|arrested|holding my|hold my|won't let me|not let me|will not let me|customs|airport|embassy|quarantine|evict*|landlord|funeral|burial|sick|dying|injur*|hit by a car|broke down|machine broke|screen is broken|phone is broken|about to cut off|data finish|load is finished|spare part|equipment|supplier|workers|chopper|helicopter|leave approved|apply for my leave|check out|hotel bill|hungry|starving|no food|electricity|cut off|desperate|have a problem|big problem|expired|not been paid|haven't been paid|snatched|swallowed|throw me out|kicked out|thrown out|crying|broken|doctor|doctors|car repair|tow|crane|not pay me|unpaid|rent is due|overdue|afford|can't afford|cannot afford|can not afford|vacation|retirement|replacement|passport until|cheap flight|no money|hotel wants|hotel is|vacation|leave form",
  faraway:
    'army|military|soldier|sgt|sergeant|general|captain|colonel|deploy*|peacekeep*|un base|with un|united nations|mission|commander|barrack*|syria|yemen|kabul|afghanistan|iraq|ukraine|offshore|oil rig|rig|vessel|ship|marine engineer|petroleum|contract in|contractor|surgeon|widow*|late wife|late husband|orphan|single mum|daughter|my son|far away|poor network|ghana|accra|lagos|nigeria|istanbul|dubai|malaysia|somalia|libya|nairobi|kenya|turkey|north sea|gulf|on board|cargo|abroad|overseas|heathrow',

  // Fees and fortunes
  fee: 'fee|fees|clearance|customs|custom|release|processing|stamp duty|demurrage|notary|inspection|certificate|lodging|solicitor|registration|activation|to activate|to unlock|unlock tasks|handling|delivery company|shipping company|the courier|courier asks|tax of|the tax|small tax|notary tax|is a tax|duty|storage|insurance|legal fees|legal cost|bank charge|processing charge|charge first|deposit of|flight deposit|medical fee|agent|training|starter',
  parcel:
    'parcel|package|consignment|courier|shipped|shipment|diplomatic|trunk|the box|my box|a box|crate|gift to you|gift for you|sent you a|sent you something|bought something for you|surprise for you|security firm|security company|delivery company|shipping company|delivery agent|your bag|bag is',
  fortune:
    "million|millions|inherit*|heir|heiress|left me|been left|late father|late client|late uncle|late husband|late wife|uncle's estate|next of kin|beneficiary|barrister|gold bar|gold bars|gold dust|my gold|gold|diamonds|dormant|unclaimed|lottery|draw|prize|have won|i won|compensation|donate my|my wealth|my savings|trust fund|foreign partner|fund of|chosen",
  share:
    "you keep|u keep|keep half|keep 10|keep 15|keep 20|keep 30|keep the rest|you get half|give you half|your share|your cut|50 50|we share|i share|i'd give you|i give you|for the trouble|for your trouble|commission|in any name|claim it|yours",

  // Investments
  coin: 'crypto*|bitcoin|bit coin|btc|ethereum|eth|usdt|tether|binance|coinbase|metamask|metatrader|trust wallet|forex|defi|blockchain|digital currency|digital asset|digital assets|altcoin|stablecoin',
  invest:
    'invest*|trading|trade|trader|fx|coin|coins|token|tokens|mining|staking|liquidity|arbitrage|futures|broker*|nft|airdrop|presale|shares|stocks|portfolio|the market|gold trading|quantitative|my node|node|exchange|platform|trading app|signals|the signal|analyst|my analysis|business opportunity|the fund|my fund',
  profit:
    'profit|returns|return|earn|earning|earned|income|passive income|gain|gains|roi|bonus|win rate|win|double|doubled|triple|multiply|financial freedom|financially free|retire|retired|make money|making money|made money|made a|guarantee*|garantee*|no risk|risk free|zero risk|without risk|withdraw|withdrew|withdrawal|take out me you|it gives|jump|second income|side income|extra income|another income|my income|rich|bought my apartment|bought car|bought a car|closed a trade|made me|i made|you make|make 5k|never worry|financial|wealthy|pays me|pay me weekly|pays weekly|price will|bronze plan|take it out|have 3000|retired at',

  // Gift cards
  gift: 'gift card|giftcard|gift cards|gift voucher|steam card|steam wallet|itunes|i tunes|itune|apple card|google play|play card|play store|amazon|razer|vanilla card|xbox card|xbox gift|psn card|psn|ebay card|prepaid card|visa prepaid|neosurf|flexepin|paysafe*|steam|roblox card|jb gift|apple cards|play cards|steam cards|google card|visa gift|gift certificate|prepaid voucher|voucher code|voucher codes|gift codes',
  code: 'code|codes|pin|the numbers|number of the card|numbers on|scratch|back of the|silver part|redeem|picture of the numbers|pic of the back|photo of the back|photo the code',
  shop: 'woolies|woolworths|coles|kmart|servo|7 eleven|officeworks|big w|australia post|post office|supermarket|cashier',

  // Papers and passwords
  request:
    "send|send me|send us|send also|give|give me|give us|share|show me|upload|forward|provide|submit|need your|need ur|needs your|needs ur|requirements|require|what is your|what's your|whats your|tell me|tell me the|you tell|if you tell|read me|read out|take a photo|take a picture|take a pic|fill in|you fill|fill out|pass me|enter|confirm your|want your|wants your|text me|snap me|let me have",
  sendme:
    'send me|send us|send also|send your|send ur|give me|give your|give ur|show me|share your|share ur|upload your|upload ur|forward me|provide|submit|requirements|hand over|text me|snap me|scan me|email me|i need your|need your|need ur|needs your|needs ur|we need|sends me|lend your',
  your: 'your|ur|yours',
  password:
    'password|passcode|log in|login|online login|log in details|login details|username and|portal username|portal|pin|the pin|cvv|cvc|otp|one time code|verification code|security code|safety code|code you get|code that comes|code they|code we|six digit|6 digit|6 digits|six digits|code from your|the digits|mygov|my gov|netbank|online banking|internet banking|seed phrase|recovery phrase|private key|code by sms|code from the sms|code i sent|code on your phone',
  account:
    'bank account|bank acc|bank details|bank detail|bank name|bank statement|bank login|account number|account details|account detail|acc number|acc details|bsb|iban|swift|routing number|card number|card details|card detail|your card|ur card|credit card|debit card|visa card|bank are you with|which bank|what bank|payment method|card to verify|card to prove',
  paper:
    "passport|driver licence|drivers licence|driver's licence|driver license|drivers license|driver's license|driving licence|driving license|licence|license|medicare|tfn|tax file|birth certificate|your id|ur id|id card|id number|photo id|government id|passport copy|identity|identification|proof of address|proof of identity|proof of house|utility bill|front and back|both sides|next to ur face|next to your face|holding ur|holding your|selfie with|selfie holding|visa grant|social security|ssn|maiden name|payslip|pay slip|documents",
  job: 'online work|online job|remote job|remote work|work from home|from home|part time|easy cash|easy money|easy job|simple task|tasks|data entry|like and rate|recruiter|recruiting|direct hire|we are hiring|company hires|hires|i can place you|place you|fix him up|fix you up|personal assistant|my manager|my accountant|my secretary|hr|work visa|visa sponsor*|sponsorship|sponsor|job offer|no experience|salary|payroll|get pr|pr for you|help with pr|migration lawyer|migration agent|tax agent|immigration agency|marry on paper|on paper only|letter of invitation|guarantor|cost of living payment|government payment|rebate|fifo',

  // Sites
  verify:
    'verify|verified|verification|confirm you|confirm your|confirm that|prove you|prove age|prove that|to prove|real person|safe date|safety check|safety thing|safe dating|dating safe|background check|security check|crime history|dating id|dating pass|dating card|dating register|hookup id|pass|badge|id check|age check|make your id|member of the week|premium|suspended|support team',
  visit:
    'register|sign up|log in|login|click|tap|visit|open the link|open this|go to|check my|check out my|free|join|install|apk|application|album|private album|private photos|username|get one here|it is here|online there|put your details',
  linkword: 'the link|this link|a link|my link|link below|webpage|web page|url',

  // Company for money
  sugar:
    'sugar daddy|sugar mummy|sugar mommy|sugar mum|sugar momma|sugar mama|sugar baby|sugar babies|sugar boy|sugar girl|sugarbaby|sugardaddy|sugar|allowance|spoil|spoiled|pamper|generous|my babies|take care of|younger man|support a woman|support you|sponsor|i sponsor|pay your|pay off your|pay the rent for you|help with your bills|pay for real|i pay well|benefactor|arrangement|no strings|no need to meet|for you to release|prepare',
  weekly:
    'weekly|a week|every week|every friday|every month|monthly|each month|a month|each week|per week|daily|first allowance|first one today|payments',

  // Threats
  hurt: 'expose|leak|screenshot|screenshots|recorded|recording|save our chat|saved our chat|your photos|ur photos|your pictures|your pics|ur pics|your video|the video|your nudes|send to your|send to ur|send it to your|send them to|send this to|send it to everyone|post it|post them|share it with|share them with|everyone you know|your family|ur family|your friends|ur friends|facebook friends|your followers|your boss|ur boss|your work|your contacts|your wife|your husband|your employer|contact list|ruin|destroy|go public|your reputation|arrest you|police will',
  threat:
    "or else|unless|if you don't|if you dont|if u dont|if you do not|you have until|until midnight|until tonight|last chance|last warning|final warning|hours to|pay me|pay up|or pay|pay or|or i|make it go away|make this go away|keep quiet|cooperate|regret|deadline|i will send|i'll send|ill send|i will post|i'll post|then i save|and send",

  // Manner of asking
  plea: "my dear|dear|honey|darling|my love|my queen|my king|sweetheart|sweetie|babe|baby|princess|angel|god|ashamed|shy to ask|hate to ask|awful asking|nobody else|no one else|only one i can ask|trust me|don't you trust|dont you trust|trust you|i trust|be my family|good heart|kind heart|please|pls|kindly|desperate|i swear|i promise|blessing|inshallah|prove ur serious|prove you're",
  press:
    "today or|tonight or|tonight only|by tonight|tonight|before friday|before thursday|ends today|right now|now before|urgent|fast|immediately|last chance|don't tell|dont tell|tell nobody|keep it secret|keep secret|confidential|secret|between us|only you|don't miss|places are few|hurry|quick|quickly|as soon as possible|asap|no risk|no catch|it's normal|that is normal|it's legit|fully legal|100% legal|totally safe|it's safe|only once",
  rare: "hardly|rarely|seldom|barely|never|don't|dont|do not|not|no|can't|cant|cannot|can not|doesn't|doesnt|isn't|isnt|won't|wont|nearly never|once a week|too many|full of|tired of|sick of|hate|costs|cost|pay to|shy|slow|sux|sucks|sucked|bad|buggy|glitchy|error|errors|crash|crashes|crashing|logging me out|kick me|kicks me|notification|not working|not safe|fake|fakes|can see my",
  leave:
    'leave|leaving|left|quit|quitting|delete|deleting|deleted|deactivate|deactivating|remove|removed|removing|cancel|cancelling|close|closing|closed|expire|expires|expired|expiring|end|ends|ending|going off|go off|log off|logging off|get off|coming off|move off|take this off|outside|off',
  here: 'here|this app|this site|this place|this account|this profile|this website|this thing|this page|the site|the app|the dating app|dating app|dating apps|my account|my profile|my membership|my subscription|my trial|subscription|membership|profile here|account here|on there',
  private:
    'more private|somewhere private|private place|more comfortable|better place|somewhere else|elsewhere|another app|other app|different app|another platform|another site|lose each other|lose contact|lose touch|more active there|active there|answer there|reply faster|faster there|always online there|wait for you there|waiting for you there|we can talk freely|talk freely',
  help: 'help me|help us|help him|help her|help with|help out|your help|ur help|assist|you spare|u spare|lend|a loan|favour|favor|rescue|bail me|bail him|bail her|turn to|only person|only one i|nobody else|no one else|sponsor|cover it|cover the|cover this|cover my|advance it|advance me|advance the|top up|support me|save me|be my family|help your|wire it|wire the|wire to|could i borrow|can i borrow|may i borrow|let me borrow|want to borrow',
  demand:
    "want|wants|wanted|demand|demands|require|requires|need|needs|charge|charges|ask|asks|asking|due|owe|owes|upfront|up front|before|until|unless|must pay|have to pay|i've to pay|has to be paid|won't|will not|refuse|fee|deposit|bill|costs|only miss|short|fine|to get out|to leave|to come|it's|is only",
  pay: "pay|paid|pays|paying|deposit|transfer|settle|cover|send|clear|need|needs|there's only|there is only|small|only|ask|asks|wants|want",
  forme:
    'for me|to me|get me|buy me|send me|me a|me an|me one|me two|me some|me any|i need|you buy|u can buy',
  youraccount:
    'your account|ur account|your bank|ur bank|your acc|ur acc|ur bank acc|bank acc|into yours|to yours|account you|an account you|a bank account|her account|through your|thru it|thru your|your card|your home|your address|your place as|commbank|nab account|anz account|westpac',
  passon:
    "keep|forward|pass it on|pass on|pass to|send half|send the rest|the rest you send|send it on|send them on|receive|receives|the difference|rent out|rent your|rent ur|commission|for the trouble|my boss|my client|my clients|clients|my friend|wages|salary|payments|payment for|post them|new labels|deposit it|run payments|put it|bitcoin|he gives|he pays|older than|don't use|dont use|send the difference|by error|more than|check clears",
  span: 'day|daily|every day|week|weekly|every week|month|monthly|hour|hours|minute|minutes|overnight',
  teach:
    'teach|show|guide|mentor|coach|train|explain|help|introduce|join|learn|try|start|begin|register|deposit|put|put in|invest|buy|download|open|recommend|bring|lend|transfer|recover|follow|grow|earn|make|double|too|interested|together|with me|ever thought|thought about|heard of|know about|ever invested|have you invested|do you invest|do you trade|uncle|aunt|cousin|insider|inside news|inside info*|robot|my team|my teacher|my group|a group|group admin',
  you: "you|u|your|ur|yours|you'll|you'd|you're",
  copy: 'scan|copy|copies|photo of|picture of|pic of|photocopy|front and back|both sides|next to|holding|upload|share your|share ur|send your|give your|give ur|documents',
  sent: 'sent|sms|text|texted|phone|mistake|your number|ur number|get by|comes to|came to|receive|received',
  otp: 'code|digits|number we|6 digit|six digit',
  remit:
    'western union|moneygram|money gram|remitly|worldremit|payid|pay id|cash app|cashapp|zelle|venmo|paypal|pay pal|crypto wallet',
  ineed:
    "i need|i must pay|must pay|i have to pay|have to pay|i've to pay|i owe|need to pay|i'm short|i am short|im short|we need",
  cash: 'money|cash|funds|loan|dollars',
  wouldyou:
    'can you|could you|would you|will you|can u|could u|would u|are you able|i need|we need|i beg|begging|kindly|need you to',

  // Signs of innocent messages
  payer:
    "i'll pay you|i'll pay u|i'll transfer|i'll shoot|let me pay|pay you half|pay you back cash|and i'll do it|your payid and|your bsb and|transfer you|can i pay you|want to pay you|could i pay you|i'll pay for|i'll pay my|so i can pay|so i can transfer|let me transfer",
  past: 'was|were|had|got|went|took|charged|forgot|lost|paid|gave|told|said|asked|showed|wanted|tried|sent|bought|came|rang|called|found|ended up|turned out|used to|last year|last month|years ago',
  warning:
    "don't pay|dont pay|do not pay|never pay|don't give|dont give|do not give|never give|don't send|dont send|do not send|never send|don't click|dont click|never click|don't need to tell|dont need to tell|don't need to give|dont need to give|no need to give|dodgy|rip off|ripoff|rort|copycat|for nothing|not those|phishing|catfish*",
  meeting:
    "i'm at the|im at the|i am at the|out the front|out front|at the gate|running late|on my way|parked|parking|car park|carpark|if anything changes|if you get lost|meet you at|see you at|see you there",
  stranger:
    'the guy|a guy|some guy|this guy|that guy|one guy|last guy|a woman|some woman|a girl|some girl|this girl|that girl|one girl|a bloke|some bloke|this bloke|someone|somebody|a lady|old lady|a man|some man|one man|a stranger|some random|a random|the last one|the last three',
  wanted:
    'asked|wanted|tried|told|said|sent|texted|called|gave|lost|paid|proposed|offered|pretended|claims|claimed',
  kin: 'uncle|aunt|aunty|auntie|mum|dad|nan|nanna|grandma|grandpa|pop|mate|friend|cousin|brother|sister|neighbour|colleague|boss|housemate|flatmate|lady|bloke|man|woman|girl|guy|customer|client',
  lostit:
    'lost|fell for|fallen for|got done|ripped off|conned|duped|disappeared|vanished|never saw|never met|keeps telling|police report|heartbroken|stole from',
  fair: 'split|halves|half each|my half|your half|pay half|shout|my share|your share|my turn|your turn|next one|shoot you|i owe you|do i owe|did i owe|i owe|pay you for the|transfer you for|fix you up for|was mine|for mine|square up|call it even|even stevens|chip in|a head|per head|per person|each for the|each of us|we each',
  advice:
    'ring the|ring your bank|call your bank|call the bank|ring the bank|call the embassy|go to the embassy|ask at the|ask your bank|tell your bank|go to the police|call the police|have you rung|have you called|you should call|you should ring|is it weird|is it rude|is it bad|is it normal to|is it ok to|is it worth|should i buy|should i get|should i take|should i pay|should i trust|should i worry|should i just|do you know if|do you know any|do you know a|do you know anyone|do you know where|do you know how|u know if|u know any|any tips|any advice|any idea how|how do i|how do you even|what would you do|you reckon i|what should i|how much should i|where should i|where do i|where can i',
  booking:
    'booking|the flights|our flights|flights now|car hire|hire car|rental car|the rental|check in|boarding|airbnb|the hostel|hire place|both drivers|the trip|our trip|the tour|ski pass|the ferry',
  told: 'it says|it say|it said|someone asked|someone here asked|somebody asked|one asked|one wanted|guy asked|girl asked|they asked my|she asked my|he asked my|asked my friend|he needed|she needed|he wanted|she wanted|he claimed|she claimed|a guy who|a girl who|a woman who|someone who says|told mum|told my mum|told dad|told my dad|told my nan|told nan|my nan nearly|nearly fell for|got a text from|got a call from|tried to pay|tried to get me|i sent him|i sent her|asked my aunt|asked my mum|should i report|i reported|reported him|reported her|blocked him|blocked her|lost money to|scammers|scammer|scammed',
} as const satisfies Record<string, string>

export type Topic = keyof typeof lexicon

/**
 * Words grouped by meaning, as in a thesaurus, independently of the rules. The learnt wording (wording.ts) weighs the
 * class of a word that it has never seen. Same format as the lexicon.
 */
export const wordClasses = {
  // Money and payments
  'a coin':
    'crypto*|bitcoin|btc|ethereum|eth|ether|usdt|usdc|tether|dogecoin|doge|litecoin|ripple|xrp|solana|altcoin|stablecoin|nft|blockchain|defi|web3|binance|coinbase|coinspot|kraken|bybit|okx|kucoin|swyftx|metamask|trust wallet|cold wallet|wallet address|airdrop|staking|mining pool|liquidity|smart contract|digital currency|digital asset|digital dollar|coin|coins|ai coin|new coin',
  'a market':
    'trade|trading|trader|invest*|forex|fx|broker*|portfolio|stock|shares|futures|commodit*|gold market|the market|hedge fund|index fund|etf|dividend|leverage|margin|arbitrage|candlestick|bull run|bear market|signal group|the signal|trading signal|copy trading|metatrader|mt4|mt5|analyst|algorithm|trading bot|quant*|ipo|presale|pre sale|pre listing|whale|day trading|contract trading|short contract|spot gold|asic registered|wealth|financial freedom|compound|allocation|annuity|bond market|yield|positions|trading bot|short contracts|the next order|candles|day trade',
  'a gain':
    'profit|gain|returns|roi|earn|earning|income|payout|withdraw*|cash out|double your|triple|multiply|guarantee*|risk free|zero risk|no risk|passive|commission|bonus|reward|win rate|per day|per week|weekly|per month|each week|every week|while i sleep|while you sleep|millionaire|wealthy|retire early|never work|quit my job|be your own boss|own boss|side hustle|easy money|extra money|second income|grow it|multiply it|recovered',
  'a mentor':
    'mentor|tutor|professor|my uncle|insider|inside info*|inside news|expert|my team|my group|vip group|vip|private group|closed group|teach you|guide you|show you how|walk you through|step by step|help you start|introduce you|let you in|join me|join us|copy me|follow my|hand in hand|take you by the hand|my student|referral|invitation code|invite code|my moves|my positions|my strategy|copy my|set it up for you|my analyst',
  'a payment service':
    'western union|moneygram|money gram|remitly|world remit|worldremit|sendwave|transferwise|revolut|paypal|pay pal|payid|pay id|osko|beem|beemit|cash app|cashapp|venmo|zelle|gcash|g cash|palawan|mpesa|m pesa|mobile money|bank wire|wire transfer|bank transfer|money order|cheque|check by|e check|cashier check|bitcoin atm|crypto atm|bpay|skrill|neteller|perfect money|alipay|wechat pay|payoneer|apple pay|chime|interac|bizum|paytm|upi',
  'a gift card':
    'gift card|giftcard|gift cards|gift code|e gift|egift|gift voucher|voucher|steam|itunes|i tunes|apple card|apple gift|google play|google card|play card|razer|razer gold|xbox|playstation|psn|roblox|v bucks|sephora|jb hi fi|prepaid|neosurf|flexepin|paysafe*|mastercard gift|visa gift|amex gift|netflix card|uber gift|scratch*|redeem|top up card|card code|voucher code|ecard|e card|fortnite|gaming card|game card|store card',
  'to lend':
    'lend|loan|borrow|spot me|front me|bail|bung me|advance|sub me|tide me|help me out|help me pay|help me with the|contribute|donate|sponsor|assist|assistance|support me|rescue|save me|cover it|cover the|cover my|cover for me|put it through|pay it for|pay for me|settle|top me up|fund me|send me money|send me some|send me the money|transfer me|transfer to|wire me|wire it|remit|deposit|deposit it|transfer it|front it|front the|advance it|settle it|settle the|settle my|send it through|send it by|help me settle|still lacking|i am lacking',
  'to give back':
    'pay you back|pay u back|pay it back|pay back|repay|reimburse*|refund|refundable|give it back|give you back|give back|send it back|sent back|return it|back to you|back in your account|owe you|settle with you|make it up|square up|when i land|once i land|when i get back|on my return|with interest|double|threefold|fix you up|promise|swear|my word|cross my heart|good for it|iou|signed note|in writing',
  'a fee':
    'fee|charge|levy|duty|tax|stamp|stamp duty|clearance|customs|demurrage|deposit|upfront|up front|advance payment|down payment|penalty|bond|activation|activate|registration|processing|handling|release|unlock|unfreeze|verification payment|starter kit|starter pack|induction|admin cost|notary|lawyer|attorney|barrister|solicitor|insurance|affidavit|inspection|storage|arrears|outstanding|bribe|commission|premium|shortfall|bill of|buy in|shipper|freight|retainer|upkeep|registration fee',
  'a parcel':
    'parcel|package|consignment|courier|dhl|fedex|auspost|delivery|deliver|shipment|shipped|trunk|briefcase|safe box|vault|safe deposit|security company|diplomat*|diplomatic|tracking number|tracking|warehouse|depot|envelope|cargo|customs officer',
  'a fortune':
    'inherit*|estate|will of|his will|her will|the will|probate|heir|heiress|next of kin|beneficiary|million|millions|lottery|jackpot|prize|winner|have won|you won|compensation|settlement|awarded|payout|dormant|unclaimed|gold bar|gold dust|kilo of gold|gold|diamonds|jewels|treasure|trust fund|foundation|late father|late husband|late wife|late client|deed|bequeath|donation|valued at|bunker|metal box|metal boxes|donate to',
  // Who writes, and from where
  'far away':
    'army|military|soldier|colonel|captain|sergeant|sgt|lieutenant|marine|navy|nato|deploy*|peacekeep*|united nations|un doctor|with un|msf|red cross|mission|war zone|commander|veteran|offshore|oil rig|rig|drilling|pipeline|platform worker|vessel|at sea|sailor|seafarer|engineer|contractor|contract in|surgeon|widow*|widower|orphan|single mum|single mother|single father|syria|yemen|kabul|afghanistan|iraq|iran|ukraine|russia|ghana|accra|lagos|nigeria|benin|togo|ivory coast|abidjan|cotonou|senegal|kenya|uganda|south africa|somalia|libya|istanbul|dubai|doha|qatar|kuwait|malaysia|kuala lumpur|jakarta|manila|cebu|bangkok|hong kong|singapore|taipei|kazakhstan|north sea|baltic|gulf of|overseas|abroad',
  'a trouble':
    'hospital|clinic|surgery|operate|operation|doctor|medicine|medication|medical|chemist|treatment|oxygen|coma|accident|crash|crashed|injur*|broken leg|fever|sick|dying|cancer|emergency|urgent|stranded|stuck|robbed|mugged|stole|stolen|snatched|pinched|broken into|attacked|pirates|arrest*|detained|jail|cell|bail|embassy|consulate|immigration|overstay*|evict*|kicked out|kick me|throw me out|landlord|homeless|rent is|overdue|starving|hungry|no food|funeral|burial|passed away|frozen|blocked|locked out|locked|declined|maxed|expired|suspended|bankrupt|flood|typhoon|earthquake|collapsed|broke down|repair|spare part|tow|fuel|school fees|school fee|tuition|electricity|cut off|no money|no cash|short of|desperate|in trouble|big problem|terrible news|bad news|nightmare',
  'a plea':
    "my dear|dear|honey|hun|darling|my love|my queen|my king|sweetheart|sweetie|babe|baby|princess|angel|my heart|soulmate|soul mate|destiny|fate|god|bless|blessing|pray|inshallah|swear|kindly|please|pls|plz|pleaseee|beg|begging|ashamed|embarrass*|hate to ask|shy to ask|hate asking|nobody else|no one else|only you|only one|turn to|trust me|don't you trust|trust|good heart|kind heart|kind man|kind person|sir|madam|ma'am|lonely|my family|be my|favour|favor|lifesaver|never forget you|so thankful|forever grateful",
  'a haste':
    "urgent|urgently|hurry|quick|quickly|immediately|asap|right now|today only|tonight only|by tonight|before tonight|until tonight|by tomorrow|before friday|in the next|last chance|final notice|final warning|expires|expire|deadline|ends today|close tonight|limited|few places|don't miss|dont miss|don't wait|clock is ticking|times out|secret|secretly|confidential|discreet|don't tell|dont tell|tell nobody|tell no one|nobody must know|nobody knows|between us|quietly|no questions",
  // Another place to talk
  'an app':
    "whatsapp|whats app|what's app|what'sapp|whatsap|watsapp|wsapp|telegram|tele gram|zangi|viber|wechat|we chat|kakao*|kakaotalk|kik|google chat|hangouts|hangout|gchat|skype|line id|my line|zalo|threema|wickr|imo|botim|icq|session app|discord|tg|qq|imessage|facetime|another app|other app|another application|different app",
  'a network':
    'instagram|insta|ig|snapchat|snap|snaps|facebook|fb|messenger|twitter|tiktok|onlyfans|linkedin|gmail|hotmail|yahoo|yandex|outlook|my page|my site|socials|username|user name|my id|underscore',
  'a number': 'number|digits|mobile|contact|missed call|sms|text me|call me|txt me|ring me|text you|call you',
  'leaving here':
    "this app|this site|this website|this account|this profile|this place|dating app|dating site|here often|on here much|on here often|rarely here|rarely on|hardly here|hardly on|hardly at|not here|not on here|don't come here|off this|off here|elsewhere|delete my|deleting|deactivate|deactivat*|cancel my|cancel it|leaving this|leaving the|leave this|leave the|my subscription|my membership|membership|my trial|free trial|trial|notification|logs me out|log me out|lagging|disconnect*|glitch*|crash*|more private|privately|convenient|comfortable|easier there|there all day|always there|more active|faster there|lose contact|lose you|lose each other|keep contact|stay in touch",
  'to come over':
    'add me|message me|write me|write to me|reach me|find me|hit me|hmu|ping me|dm me|inbox me|contact me|search me|look me up|drop your|drop ur|give me your|give me ur|gimme ur|gimme your|send me your|send me ur|share your|share ur|download|install|switch to|move to|let us go|lets go to|waiting there|i wait|write there|reply there|see you there',
  // Requests
  'a paper':
    'passport|licence|license|driver licence|medicare|tfn|tax file|abn|birth certificate|id card|photo id|identity|identification|payslip|pay slip|bank statement|proof of|utility bill|mother name|maiden name|date of birth|birth date|full name|visa grant|selfie with|selfie holding|front and back|both sides|scan of|documents|paperwork|guarantor|letter of invitation|invitation letter|ssn|social security|immi|immiaccount',
  'a secret':
    'password|passcode|pass word|log in|login|sign in|user id|netbank|internet banking|online banking|mygov|pin|pins|cvv|cvc|otp|one time|code|codes|verification code|security code|6 digit|six digit|6 digits|seed phrase|recovery phrase|12 words|private key|remote access|anydesk|teamviewer|access to your|card number|expiry|the expiry|little code|three digits|digits|the numbers on|numbers by|scratchy|the reverse|the digits',
  'an account':
    'your account|ur account|your acc|ur acc|bank account|bank acc|account number|account name|account details|bank details|your bank|ur bank|which bank|what bank|bsb|iban|swift code|your card|ur card|debit card|credit card|card details|direct deposit|payroll|your paypal|her account|his account|in yours|into yours|to yours',
  'a mule':
    'you keep|u keep|keep 10|keep the rest|keep half|your cut|your share|my cut|i take my|remainder|the difference|pass on|pass it on|send the rest|send half|receive payment|receive payments|my business partner|my supplier|contractors|foreign transfer|new labels|e check|deposit it|cash it|withdraw it|draw it|rent your|rent out|borrow your account|use your account|sixty forty|50 50|share it',
  'a check of you':
    'verify|verified|verification|verify you|prove|proof|clearance code|safe number|safety|safe date|background check|police check|age check|age proof|over 18|18+|adult|id check|hookup|dating id|dating pass|badge|vip|membership|register|sign up|sign in|log in|login|click|open the link|follow this|the link|this link|a link|my link|url|web page|enter your|type in|type your|upload|download|install|apk|app from|antivirus|support team|moderator|trust and safety|department|suspend*|banned|complaint|unusual activity|your profile will|vote|contest|premium|cam|webcam|escort|agency|age proof|clear slip|offender|screening|screened|stream',
  'a job':
    'job|jobs|vacancy|hire|hires|hiring|recruit*|remote work|work from home|from home|part time|no experience|no interview|salary|per hour|tasks|task|data entry|captcha*|survey|like and|personal assistant|my pa|assistant|secretary|my manager|hr|agency|visa sponsor*|sponsorship|sponsor|work visa|pr|permanent resid*|migration|immigration|lawyer|lodge|ielts|pte|exam|modelling|portfolio fee|cruise|nanny|fifo|induction|white card|direct hire|on paper|marry',
  'company for money':
    'sugar|sugar baby|sugar daddy|sugar mummy|sugar mommy|sugarbaby|spoil*|pamper*|allowance|stipend|weekly pay|take care of you|taken care of|generous|obedient|boy toy|benefactor|arrangement|mutually beneficial|discreet|no meeting|no need to meet|only chat|just chat|companion|companionship|your bills|your rent|your expenses|your debts|credit card bill|pay off|pay your|cover rent|erase it|finance you|financially|babies|my girls|lonely man|older man|younger man|royalty|deserving|treat like|hook you up',
  'a threat':
    'expose|leak*|post it|post your|post ur|send it to|send to your|send them to|everybody gets|everyone gets|your family|ur family|your boss|ur boss|your mum|ur mum|your mother|your wife|your husband|your friends|your work|your office|your school|your contacts|your facebook|facebook friends|facebook list|followers|screenshot*|screen record|recorded|recording|the video|video of you|your nudes|nudes|naked|your pics|ur pics|your photos|ur photos|pay or|or else|unless|regret|ruin*|destroy|reputation|counting|block me|vanish',

  // Ordinary messages
  'a laugh': 'haha*|hahah*|lol|lmao|hehe*|rofl|ha',
  'going out':
    'coffee|beer|wine|pint|dinner|lunch|brunch|breakfast|drinks|pub|cafe|picnic|dumplings|pizza|walk|hike|beach|movie|film|gig|band|trivia|footy|cricket|dog|cat|kelpie|puppy|garden|cook|cake|barbecue|bbq|concert|game|match|museum|festival|markets',
  telling:
    'asked me|asked my|told me|told mum|tried to|wanted me|got a text|got a call|someone|some guy|some girl|a girl sent|a guy|a friend|my friend|my nan|my mum|my dad|my aunty|my aunt|my uncle sent|my brother|my sister|my boss|my ex|they wanted|they asked|she asked|he asked|scam|scammer|scammed|dodgy|fake|bot|bots|report',
} as const satisfies Record<string, string>

export type WordClass = keyof typeof wordClasses
